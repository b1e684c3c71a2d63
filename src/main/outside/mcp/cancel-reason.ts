import { isKnownTimeout } from '../../../shared/askers/known-client.ts';
import { CancelledByAsker } from '../cancellations.ts';

/** Clients send a cancellation also when they only gave up waiting. */
const timeout = /tim(?:ed?|ing)[\s_-]?out|deadline/i;

/**
 * Returns the cancellation in the reason of a request's end; undefined for a timeout. The reason that a client
 * gave arrives as text, none as undefined or an AbortError, and the end of a connection as another error,
 * which cancels nothing.
 */
export function cancellationFor(reason: unknown): CancelledByAsker | undefined {
  const withoutWords = reason instanceof DOMException && reason.name === 'AbortError';
  if (withoutWords || reason === undefined || reason === '')
    return new CancelledByAsker('Cancelled by the asker');
  if (typeof reason !== 'string' || timeout.test(reason) || isKnownTimeout(reason)) return undefined;
  return new CancelledByAsker(reason.slice(0, 500));
}
