import { setTimeout as delay } from 'node:timers/promises';
import { ORPCError } from '@orpc/client';
import type { ParleyClient } from '../../shared/contract/contract.ts';
import { type CompanionLink, connectCompanion } from './companion-link.ts';
import { QuestionRefused } from './question-refused.ts';

/** How a call to the person ended; `why` is a sentence. */
type CardCall<Answer> =
  | { type: 'answered'; answer: Answer }
  | { type: 'nobody'; why?: string }
  | { type: 'late'; why: string };

/** Sends the call to the companion; `key` is the same on every retry. */
type Request<Answer> = (client: ParleyClient, key: string) => Promise<Answer>;

export type CardOptions = {
  dataDir: string;
  /** True to wait, without a limit, for a companion to start or come back. */
  wait: boolean;
  /** In milliseconds; undefined for no timeout. */
  timeoutMs?: number | undefined;
  /** Identifies the call, so that a retry continues it. */
  key: string;
};

const lookEveryMs = 300;

const gone =
  'Parley ended before the question was answered. Its card is kept: ask the same again when Parley runs.';

/** Makes a call that the person answers on a card; `link` is an open connection, if there is one. */
export async function callOnCard<Answer>(
  request: Request<Answer>,
  options: CardOptions,
  link: CompanionLink | undefined,
): Promise<CardCall<Answer>> {
  const over = new AbortController();
  const late = options.timeoutMs === undefined ? undefined : giveUpAfter(options.timeoutMs, over);
  try {
    const call = await Promise.race([
      callUntilAnswered(request, options, link, over.signal),
      ...(late ?? []),
    ]);
    if (call.type !== 'answered') return call;
    // Without this receipt the same question would get the answer again.
    await Promise.race([call.link.client.outside.received({ key: options.key }), call.link.closed]).catch(
      () => undefined,
    );
    return { type: 'answered', answer: call.answer };
  } finally {
    over.abort();
  }
}

type Late = { type: 'late'; why: string };

function giveUpAfter(ms: number, over: AbortController): [Promise<Late>] {
  const why = 'Nobody answered in time. The card is kept: ask the same again to get its answer.';
  const late: Late = { type: 'late', why };
  return [delay(ms, late, { signal: over.signal }).catch(() => late)];
}

type Answered<Answer> = { type: 'answered'; answer: Answer; link: CompanionLink };

/** Closes every connection it made when the signal aborts. */
async function callUntilAnswered<Answer>(
  request: Request<Answer>,
  { dataDir, wait, key }: CardOptions,
  first: CompanionLink | undefined,
  signal: AbortSignal,
): Promise<Answered<Answer> | Exclude<CardCall<Answer>, { type: 'answered' }>> {
  let link = first;
  let connected = link !== undefined;
  while (!signal.aborted) {
    if (link !== undefined) {
      const answer = await callOver(link, (client) => request(client, key), signal);
      if (answer !== undefined) return { type: 'answered', answer, link };
      connected = true;
    }
    if (signal.aborted) break;
    link = await connectCompanion(dataDir);
    if (link !== undefined) continue;
    if (!wait) return connected ? { type: 'nobody', why: gone } : { type: 'nobody' };
    await delay(lookEveryMs, undefined, { signal }).catch(() => undefined);
  }
  link?.close();
  return { type: 'nobody' };
}

/** Makes the call over one connection; undefined when that broke. */
async function callOver<Answer>(
  link: CompanionLink,
  request: (client: ParleyClient) => Promise<Answer>,
  signal: AbortSignal,
): Promise<Answer | undefined> {
  signal.addEventListener('abort', () => link.close(), { once: true });
  const broken = link.closed.then(() => undefined);
  try {
    return await Promise.race([request(link.client), broken]);
  } catch (error) {
    const refusal = refusalIn(error);
    if (refusal !== undefined) throw new QuestionRefused(refusal);
    return await broken;
  }
}

/** Returns why the companion refused a call, as a sentence; undefined where the connection broke instead. */
export function refusalIn(error: unknown): string | undefined {
  if (!(error instanceof ORPCError)) return undefined;
  const code: unknown = error.code;
  return code === 'BAD_REQUEST'
    ? 'The question does not have the form that its tool expects.'
    : error.message;
}
