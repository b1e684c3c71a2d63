import { Withdrawn } from '../withdrawn.ts';

/** Clients say that they cancel also when they only gave up waiting. */
const timeout = /tim(?:ed?|ing)[\s_-]?out|deadline/i;

/**
 * Whether a call that ended was taken back. The reason a client gave arrives as text, none as undefined
 * or an AbortError, and the end of a connection as another error, which takes nothing back.
 */
export function withdrawalIn(reason: unknown): Withdrawn | undefined {
  const withoutWords = reason instanceof DOMException && reason.name === 'AbortError';
  if (withoutWords || reason === undefined || reason === '') return new Withdrawn('Cancelled by the asker');
  if (typeof reason !== 'string' || timeout.test(reason)) return undefined;
  return new Withdrawn(reason.slice(0, 500));
}
