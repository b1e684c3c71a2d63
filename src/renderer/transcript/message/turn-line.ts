import type { ChangedFile, TurnChanges } from '../../../shared/transcript/transcript.ts';
import { filesOfAgent } from '../../../shared/transcript/turn-files.ts';

const files = (count: number) => (count === 1 ? '1 file' : `${count.toLocaleString('en')} files`);

/** Returns a line about what a turn changed, and what of that was undone. */
export function turnLine(changes: TurnChanges): string {
  const { undo, wholeTurn } = changes;
  const ofAgent = filesOfAgent(changes).length;
  const others = changes.files.length - ofAgent;
  if (undo !== null) {
    const undone = `Undone in ${files(undo.undone.length)}`;
    return ofAgent === 0 ? undone : `${undone}, still changed in ${files(ofAgent)}`;
  }
  if (ofAgent > 0) return `Changed ${files(ofAgent)}`;
  if (others > 0) return `${files(others)} changed meanwhile`;
  return wholeTurn ? 'What the agent changed is not known' : 'What its commands changed is not known';
}

/** Returns a line about what a card that shows the first files leaves out; null where it shows all. */
export function moreLine(changes: TurnChanges, shown: number): string | null {
  const ofAgent = filesOfAgent(changes).length;
  const more = Math.max(0, ofAgent - shown);
  const others = changes.files.length - ofAgent;
  const parts = [
    ...(more === 0 ? [] : [`${more.toLocaleString('en')} more`]),
    ...(others === 0 ? [] : [`${others.toLocaleString('en')} also changed meanwhile`]),
  ];
  return parts.length === 0 ? null : parts.join(', and ');
}

/** Sums up the changed lines of all files. */
export function linesOf(changed: readonly ChangedFile[]): { added: number; removed: number } {
  return {
    added: changed.reduce((sum, { added }) => sum + added, 0),
    removed: changed.reduce((sum, { removed }) => sum + removed, 0),
  };
}
