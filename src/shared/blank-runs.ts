/** A part of a text, or a run in it that could push the rest out of sight. */
type RunPiece = { kind: 'text'; text: string } | { kind: 'run'; text: string; words: string };

/** Runs of empty lines, without the end of the last; of spaces and tabs; and of one escape in JSON. */
const runs =
  /(?<lines>(?<=^|\n)(?:[ \t\r]*\n){2,}[ \t\r]*(?=\n))|(?<blanks>[ \t]{40,})|(?<escapes>(?<escape>\\[nrtf])(?:\k<escape>){9,})/g;

/** Splits a text at runs of blanks, each with its length in words; the pieces joined are the text. */
export function blankPieces(text: string): RunPiece[] {
  const pieces: RunPiece[] = [];
  let end = 0;
  for (const { index, 0: run, groups } of text.matchAll(runs)) {
    if (index > end) pieces.push({ kind: 'text', text: text.slice(end, index) });
    pieces.push({ kind: 'run', text: run, words: wordsOf(run, groups?.['escape']) });
    end = index + run.length;
  }
  if (end < text.length) pieces.push({ kind: 'text', text: text.slice(end) });
  return pieces;
}

function wordsOf(run: string, escape: string | undefined): string {
  if (escape !== undefined) return `${escape} × ${counted(run.length / 2)}`;
  if (run.includes('\n')) return `${counted(run.split('\n').length)} empty lines`;
  if (!run.includes('\t')) return `${counted(run.length)} spaces`;
  return run.includes(' ') ? `${counted(run.length)} spaces and tabs` : `${counted(run.length)} tabs`;
}

/** Returns a count with separators, such as `3,000`. */
export const counted = (count: number): string => count.toLocaleString('en');

/** Returns a text on one line, with `⏎` between its lines, and runs of blanks as their length. */
export function inOneLine(text: string): string {
  return blankPieces(text.trim())
    .map((piece) => (piece.kind === 'text' ? piece.text : ` (${piece.words}) `))
    .join('')
    .replaceAll(/\s*\n\s*/g, ' ⏎ ');
}
