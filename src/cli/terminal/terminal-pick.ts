import type { Question } from '../../shared/questions/question.ts';

/** What a typed line picks: labels in the order typed, perhaps Other, or the first option because nothing in it was valid. */
export type TerminalPick = { picks: string[]; other: boolean; fellBack: boolean };

/**
 * Reads a line of numbers: `1` is the first option, `0` or `other` asks for own words. What is no
 * number of an option is ignored; a question of one answer takes the first of several.
 */
export function readPick(line: string, { options, multiple }: Question): TerminalPick {
  const words = line
    .trim()
    .toLowerCase()
    .split(/[\s,]+/);
  const valid = [...new Set(words)].filter((word) => isOther(word) || optionAt(word, options) !== undefined);
  const chosen = multiple ? valid : valid.slice(0, 1);
  const other = chosen.some(isOther);
  const picks = chosen.flatMap((word) => optionAt(word, options) ?? []);
  const [first] = options;
  const fellBack = picks.length === 0 && !other && first !== undefined;
  return { picks: fellBack ? [first.label] : picks, other, fellBack };
}

function isOther(word: string): boolean {
  return word === 'other' || /^0+$/.test(word);
}

function optionAt(word: string, options: Question['options']): string | undefined {
  return /^\d{1,9}$/.test(word) ? options[Number(word) - 1]?.label : undefined;
}
