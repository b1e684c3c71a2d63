import { ORPCError } from '@orpc/client';
import { TooLong } from './connection.ts';

const unexpected = 'Something unexpected went wrong. Nothing you typed is lost; try again.';

/** What is said about a text that is longer than main takes. */
export const tooLongText =
  'This text is too long: Parley takes 1,000,000 characters. It stays here as long as this window is open, but can be neither sent nor kept. Shorten it, or put it into a file in the folder.';

/** A failure in words for a person: the problem main named, its message, or a general sentence. */
export function failureText(error: unknown): string {
  if (error instanceof TooLong) return tooLongText;
  if (!(error instanceof ORPCError)) return unexpected;
  const data: unknown = error.data;
  if (typeof data === 'object' && data !== null && 'problem' in data && typeof data.problem === 'string') {
    return data.problem;
  }
  return error.message || unexpected;
}
