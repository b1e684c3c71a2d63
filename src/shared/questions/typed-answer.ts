import type { Question } from './question.ts';

/**
 * Returns the labels that a typed text names, in the order typed; null where the whole of it is not one label,
 * one position counted from 1, or several of these with commas between. A whole label comes first, since "2"
 * may be one; commas count only where several can be chosen. Case and runs of blanks don't matter, nor does
 * "(Recommended)" at the end of a label.
 */
export function typedAnswer({ kind, options, multiple }: Question, text: string): string[] | null {
  if (kind === 'text' || text.trim() === '') return null;
  const whole = optionNamed(options, text);
  if (whole !== null) return [whole];
  if (!multiple || !text.includes(',')) return null;
  const picks = text.split(',').map((piece) => optionNamed(options, piece));
  const labels = picks.filter((pick) => pick !== null);
  return labels.length === picks.length && new Set(labels).size === labels.length ? labels : null;
}

/** The one option of that label, else at that position; null where none or several have it. */
function optionNamed(options: Question['options'], text: string): string | null {
  const wished = folded(text);
  if (wished === '') return null;
  const sameText = options.filter(({ label }) => label === text.trim());
  const sameLabel = options.filter(({ label }) => folded(label) === wished);
  const shortLabel = options.filter(({ label }) => withoutMark(folded(label)) === wished);
  const [named, ...others] = [sameText, sameLabel, shortLabel].find((found) => found.length > 0) ?? [];
  if (named !== undefined) return others.length === 0 ? named.label : null;
  return /^[1-9]\d{0,2}$/.test(wished) ? (options[Number(wished) - 1]?.label ?? null) : null;
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
