import type { ToolPart } from '../../shared/transcript/transcript.ts';
import { showsPermission } from './permission/permission-part.ts';

/** Returns a function that numbers the cards it is given, in their order, among those about the same thing. */
export function createNumbering(): (part: ToolPart) => number {
  const counts = new Map<string, number>();
  return (part) => {
    const key = keyOf(part);
    if (key === null) return 1;
    const nth = (counts.get(key) ?? 0) + 1;
    counts.set(key, nth);
    return nth;
  };
}

/** Returns what the card of a command or permission is about; null for another call. */
function keyOf(part: ToolPart): string | null {
  if (showsPermission(part)) {
    const { subject } = part.permission;
    return `permission ${subject.type === 'command' ? subject.line : JSON.stringify(subject)}`;
  }
  return part.kind === 'run' && part.run !== null ? `command ${part.run.line}` : null;
}
