import { optionsOf, takesSeveral } from './question-kinds.ts';
import type { Option, Question } from './questions.ts';

/**
 * Returns the labels that a typed text names, in the order typed. The whole of it must be one label, one
 * position (from 1), or, where several can be chosen, some of these with commas between; null for any other
 * text. A label comes before a position, since it may be "2". Ignores case, runs of blanks, and
 * "(Recommended)" at the end of a label.
 */
export function typedAnswer(question: Question, text: string): string[] | null {
  switch (question.kind) {
    case 'text':
      return null;
    case 'choice':
    case 'yesno':
      return typedPicks(question, text);
  }
}

function typedPicks(question: Question, text: string): string[] | null {
  const options = optionsOf(question);
  const whole = optionNamed(options, text);
  if (whole !== null) return [whole];
  if (!takesSeveral(question) || !text.includes(',')) return null;
  const picks = text.split(',').map((piece) => optionNamed(options, piece));
  const labels = picks.filter((pick) => pick !== null);
  return labels.length === picks.length && new Set(labels).size === labels.length ? labels : null;
}

/**
 * Returns the one option of that label, else the one at that position; null if there is none, or more than
 * one.
 */
function optionNamed(options: readonly Option[], text: string): string | null {
  const wished = folded(text);
  if (wished === '') return null;
  const sameText = options.filter(({ label }) => label === text.trim());
  const sameLabel = options.filter(({ label }) => folded(label) === wished);
  const shortLabel = options.filter(({ label }) => withoutMark(folded(label)) === wished);
  const [named, ...others] = [sameText, sameLabel, shortLabel].find((found) => found.length > 0) ?? [];
  if (named !== undefined) return others.length === 0 ? named.label : null;
  return isPosition(wished) ? (options[Number(wished) - 1]?.label ?? null) : null;
}

/** True if the whole of a text can be the position of an option. */
export function isPosition(text: string): boolean {
  return /^[1-9]\d{0,2}$/.test(text.trim());
}

function withoutMark(label: string): string {
  return label.replace(/ ?\(recommended\)$/, '');
}

function folded(text: string): string {
  return text.trim().replace(/\s+/g, ' ').toLowerCase();
}

/** The texts of people who agree to a plan and say nothing else. */
const agreements: ReadonlySet<string> = new Set([
  'approve',
  'approved',
  'do it',
  'go',
  'go ahead',
  'go for it',
  'go on',
  'i approve',
  'lgtm',
  'looks good',
  'looks good to me',
  'looks great',
  'ok',
  'okay',
  'perfect',
  'please do',
  'proceed',
  'ship it',
  'sounds good',
  'start',
  'sure',
  'yep',
  'yes',
  'yes please',
]);

/** True if a text agrees and says nothing else, such as "Looks good, go ahead!" */
export function isAgreement(text: string): boolean {
  const parts = text
    .split(/[,.!;–—-]+|\band\b/i)
    .map(folded)
    .filter((part) => part !== '');
  return parts.length > 0 && parts.every((part) => agreements.has(part));
}
