import { longestText } from '../../shared/longest-text.ts';

/** Whether main would refuse it. */
export function isTooLong(text: string): boolean {
  return text.length > longestText;
}

/** Whether there is such a text anywhere in a value that will be sent. */
export function hasTooLong(value: unknown): boolean {
  if (typeof value === 'string') return isTooLong(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(hasTooLong);
}
