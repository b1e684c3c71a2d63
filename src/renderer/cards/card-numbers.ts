import type { ToolPart } from '../../shared/transcript/transcript.ts';
import { askerOf, showsForms } from './form/form-card-kind.ts';
import { showsPermission } from './permission/permission-card-kind.ts';

/**
 * Returns the numbers of cards in a chat's order, each among those about the same thing: previews from the newest
 * on, so that the one that waits keeps its plain name, all others from the oldest on. What is no card is null.
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

/** Returns what a card is about that may share its name with others; null for another call. */
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
