import type { Question } from '../../shared/questions/question.ts';

/**
 * A typed line as it answers a question: labels in the order typed, perhaps with Other; nothing typed
 * where the first option is recommended; or a line that is asked for again, with the reason as a sentence.
 */
export type TerminalPick =
  | { type: 'picked'; picks: string[]; other: boolean }
  | { type: 'recommended'; label: string }
  | { type: 'again'; why: string };

/** One thing of a line: an option, Other, a number that no option has, or anything else. */
type Word =
  | { type: 'option'; label: string }
  | { type: 'other' }
  | { type: 'no-option' }
  | { type: 'unknown'; text: string };

/**
 * Reads a line typed at a question: numbers of options, whole labels in any case, `0` or `other` for own
 * words, one of them or several with commas between. A number counts before a label of the same digits;
 * numbers that no option has are passed over where something else is left; a question of one answer takes
 * the first. A line with anything else picks nothing.
 */
export function readPick(line: string, question: Question): TerminalPick {
  const { options, multiple } = question;
  if (line.trim() === '') return emptyLine(options);
  const words = wordsOf(line, options);
  const unknown = words.find((word) => word.type === 'unknown');
  if (unknown !== undefined)
    return again(`"${unknown.text}" is neither the number of an option nor its whole name.`);
  const valid = words.filter((word) => word.type !== 'no-option');
  if (valid.length === 0)
    return again(`There is no option of that number; they go from 1 to ${options.length}.`);
  const chosen = multiple ? valid : valid.slice(0, 1);
  const picks = chosen.flatMap((word) => (word.type === 'option' ? [word.label] : []));
  return { type: 'picked', picks: [...new Set(picks)], other: chosen.some(({ type }) => type === 'other') };
}

function emptyLine([first]: Question['options']): TerminalPick {
  if (first !== undefined && /\(recommended\)/i.test(first.label))
    return { type: 'recommended', label: first.label };
  return again('Nothing was entered, and the first option is not a recommended one.');
}

/** Numbers may stand with blanks between; labels have blanks of their own, and commas only as a whole line. */
function wordsOf(line: string, options: Question['options']): Word[] {
  const whole = readWord(line, options);
  if (whole.type !== 'unknown') return [whole];
  const separator = /^[\d\s,]+$/.test(line) ? /[\s,]+/ : ',';
  const pieces = line.split(separator).filter((piece) => piece.trim() !== '');
  return pieces.length === 0 ? [whole] : pieces.map((piece) => readWord(piece, options));
}

function readWord(piece: string, options: Question['options']): Word {
  const text = piece.trim();
  const isNumber = /^\d+$/.test(text);
  if (folded(text) === 'other' || (isNumber && Number(text) === 0)) return { type: 'other' };
  const option =
    (isNumber ? options[Number(text) - 1] : undefined) ??
    options.find(({ label }) => folded(label) === folded(text));
  if (option !== undefined) return { type: 'option', label: option.label };
  return isNumber ? { type: 'no-option' } : { type: 'unknown', text };
}

/** Blanks count alike, since a label of several lines is typed in one. */
function folded(text: string): string {
  return text.trim().replace(/\s+/g, ' ').toLowerCase();
}

function again(why: string): TerminalPick {
  return { type: 'again', why };
}
