import type { ToolPart } from '../../shared/transcript/transcript.ts';
import { showsForms } from './form/form-card-kind.ts';
import { askerOf } from '../../shared/forms/form-text.ts';
import { showsPermission } from './permission/permission-card-kind.ts';

/**
 * Numbers the cards of a chat among those of the same name, null for a call without one. Previews are counted
 * from the newest, so that the one that waits keeps its plain name; all others from the oldest.
 */
export function cardNumbers(parts: readonly (ToolPart | null)[]): number[] {
  const previews = parts.map((part) => part !== null && isPreview(part));
  const counts = new Map<string, number>();
  function countUp(part: ToolPart | null | undefined): number {
    const key = part ? keyOf(part) : null;
    if (key === null) return 1;
    const before = counts.get(key) ?? 0;
    counts.set(key, before + (part && showsForms(part) ? part.forms.length : 1));
    return before + 1;
  }
  const fromNewest = parts.map((_, index) => (previews.at(-1 - index) ? countUp(parts.at(-1 - index)) : 1));
  return parts.map((part, index) => (previews[index] ? (fromNewest.at(-1 - index) ?? 1) : countUp(part)));
}

function isPreview(part: ToolPart): boolean {
  return part.kind === 'preview' && !showsForms(part) && !showsPermission(part);
}

/** Returns a key that cards of the same name share; null for a call without a card. */
function keyOf(part: ToolPart): string | null {
  if (showsForms(part)) return `form ${part.forms.map(askerOf)[0] ?? ''}`;
  if (showsPermission(part)) {
    const { subject } = part.permission;
    return `permission ${subject.type === 'command' ? subject.line : JSON.stringify(subject)}`;
  }
  if (part.kind === 'preview') return part.action === undefined ? null : `preview ${part.action.label}`;
  return part.kind === 'run' && part.run !== null ? `command ${part.run.line}` : null;
}

/** Returns the name of a preview's card; older ones of the same label are told apart. */
export function previewCardName(label: string, nth: number): string {
  return nth > 1 ? `Preview: ${label}, earlier one ${nth - 1}` : `Preview: ${label}`;
}
