import { subjectName } from '../../shared/permissions/subject-words.ts';
import type { ToolPart } from '../../shared/transcript/transcript.ts';
import { showsPermission } from './permission/permission-part.ts';

/** Returns the name of the card of a command or permission, the `nth` of its name; null for another call. */
export function cardName(part: ToolPart, nth: number): string | null {
  if (showsPermission(part))
    return `Permission: ${subjectName(part.permission.subject)}${nth > 1 ? `, request ${nth}` : ''}`;
  if (part.kind !== 'run' || part.run === null) return null;
  return `Command: ${part.run.line}${nth > 1 ? `, run ${nth}` : ''}`;
}

/** Returns a function that numbers the cards it is given, in their order, among those of the same name. */
export function createNumbering(): (part: ToolPart) => number {
  const counts = new Map<string, number>();
  return (part) => {
    const name = cardName(part, 1);
    if (name === null) return 1;
    const nth = (counts.get(name) ?? 0) + 1;
    counts.set(name, nth);
    return nth;
  };
}
