import { longestText } from '../../shared/longest-text.ts';

/** True if main would refuse the text. */
export function isTooLong(text: string): boolean {
  return text.length > longestText;
}

/** True if any text in a value to be sent is too long. */
export function hasTooLong(value: unknown): boolean {
  if (typeof value === 'string') return isTooLong(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(hasTooLong);
}
