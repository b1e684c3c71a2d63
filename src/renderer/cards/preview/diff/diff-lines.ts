import type { Hunk } from '../../../../shared/previews/preview.ts';

/** One line of a diff; a number is null on the side where the line is not. */
export type DiffLine = {
  kind: 'same' | 'added' | 'removed' | 'remark';
  oldNumber: number | null;
  newNumber: number | null;
  text: string;
};

/** The lines of a hunk with their numbers in the old and the new file. */
export function diffLines({ oldStart, newStart, lines }: Hunk): DiffLine[] {
  let [old, now] = [oldStart, newStart];
  return lines.map((line): DiffLine => {
    const text = line.slice(1);
    switch (line.charAt(0)) {
      case '+':
        return { kind: 'added', oldNumber: null, newNumber: now++, text };
      case '-':
        return { kind: 'removed', oldNumber: old++, newNumber: null, text };
      case '\\':
        return { kind: 'remark', oldNumber: null, newNumber: null, text: text.trim() };
      default:
        return { kind: 'same', oldNumber: old++, newNumber: now++, text };
    }
  });
}
