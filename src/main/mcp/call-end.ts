import type { ServerContext } from '@modelcontextprotocol/server';
import { Withdrawn } from '../questions/withdrawn.ts';

/** Clients say that they cancel also when they only gave up waiting. */
const timeout = /tim(?:ed?|ing)[\s_-]?out|deadline/i;

/**
 * The end of a call: of its connection, which the card outlives, or by the client's word, which takes
 * the question back unless it speaks of a timeout.
 */
export function endOfCall({ mcpReq, http }: ServerContext): AbortSignal {
  const end = new AbortController();
  const { signal } = mcpReq;
  const onAbort = () => end.abort(withdrawalIn(signal.reason));
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  const exchange = http?.req?.signal;
  return exchange === undefined ? end.signal : AbortSignal.any([end.signal, exchange]);
}

/** The reason a client gave arrives as text, none as an AbortError, and the end of a connection as another error. */
export function withdrawalIn(reason: unknown): Withdrawn | undefined {
  const withoutWords = reason instanceof DOMException && reason.name === 'AbortError';
  if (withoutWords || reason === '') return new Withdrawn('Cancelled by the asker');
  if (typeof reason !== 'string' || timeout.test(reason)) return undefined;
  return new Withdrawn(reason.slice(0, 500));
}
