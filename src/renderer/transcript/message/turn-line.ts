import type { ChangedFile, TurnChanges } from '../../../shared/transcript/transcript.ts';

const files = (count: number) => (count === 1 ? '1 file' : `${count.toLocaleString('en')} files`);

/** Returns a line about what a turn changed, and what of that was undone. */
export function turnLine({ files: changed, undo }: TurnChanges): string {
  if (undo !== null) {
    const undone = `Undone in ${files(undo.undone.length)}`;
    return changed.length === 0 ? undone : `${undone}, still changed in ${files(changed.length)}`;
  }
  return changed.length === 0 ? 'What its commands changed is not known' : `Changed ${files(changed.length)}`;
}

/** Sums up the changed lines of all files. */
export function linesOf(changed: readonly ChangedFile[]): { added: number; removed: number } {
  return {
    added: changed.reduce((sum, { added }) => sum + added, 0),
    removed: changed.reduce((sum, { removed }) => sum + removed, 0),
  };
}
