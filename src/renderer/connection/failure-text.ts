import { ORPCError } from '@orpc/client';
import { TooLong } from './repeating-link.ts';

const unexpected = 'Something unexpected went wrong. Nothing you typed is lost; try again.';

/** Message about a text that is longer than main takes. */
export const tooLongText =
  'This text is too long: Parley takes 1,000,000 characters. It stays here as long as this window is open, but can be neither sent nor kept. Shorten it, or put it into a file in the folder.';

/** A failure in words for a person: main's own, or a general sentence. */
export function failureText(error: unknown): string {
  if (error instanceof TooLong) return tooLongText;
  return error instanceof ORPCError && error.message !== '' ? error.message : unexpected;
}
