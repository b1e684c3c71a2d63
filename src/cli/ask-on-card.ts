import { setTimeout as delay } from 'node:timers/promises';
import { ORPCError } from '@orpc/client';
import type { OutsideAsk } from '../shared/contract/outside-ask.ts';
import type { Ending } from '../shared/dialects/dialect.ts';
import { type CompanionLink, connectCompanion } from './companion-link.ts';

/** The companion will not show these questions; the message is for whoever sent them. */
export class QuestionRefused extends Error {}

export type CardOptions = {
  dataDir: string;
  /** Whether to wait for a companion to start or come back, for as long as it takes. */
  wait: boolean;
  /** Gives up after this time, in milliseconds; undefined is never. */
  timeoutMs?: number | undefined;
  /** This call's own name: a connection that broke goes on where it was. */
  key: string;
};

const lookEveryMs = 300;

const gone =
  'Parley ended before the question was answered. Its card is kept: ask the same again when Parley runs.';

/** Puts questions on a card of the running companion; `link` is the connection to it, where there is one. */
export async function askOnCard(
  asked: OutsideAsk,
  options: CardOptions,
  link: CompanionLink | undefined,
): Promise<Ending> {
  const over = new AbortController();
  const late = options.timeoutMs === undefined ? undefined : giveUpAfter(options.timeoutMs, over);
  try {
    const ending = await Promise.race([askUntilAnswered(asked, options, link, over.signal), ...(late ?? [])]);
    return ending;
  } finally {
    over.abort();
  }
}

function giveUpAfter(ms: number, over: AbortController): [Promise<Ending>] {
  const reason = 'Nobody answered in time. The card is kept: ask the same again to get its answer.';
  const ended = delay(ms, { type: 'cancelled' as const, reason }, { signal: over.signal });
  return [ended.catch(() => ({ type: 'cancelled' as const, reason }))];
}

async function askUntilAnswered(
  asked: OutsideAsk,
  { dataDir, wait, key }: CardOptions,
  first: CompanionLink | undefined,
  signal: AbortSignal,
): Promise<Ending> {
  let link = first;
  let connected = link !== undefined;
  while (!signal.aborted) {
    if (link !== undefined) {
      const ending = await askOver(link, { ...asked, key }, signal);
      if (ending !== undefined) return ending;
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

/** Asks over one connection; undefined when that broke. */
async function askOver(
  link: CompanionLink,
  asked: OutsideAsk & { key: string },
  signal: AbortSignal,
): Promise<Ending | undefined> {
  signal.addEventListener('abort', () => link.close(), { once: true });
  const broken = link.closed.then(() => undefined);
  try {
    const answer = await Promise.race([link.client.outside.ask(asked), broken]);
    return answer?.outcome;
  } catch (error) {
    const refusal = refusalIn(error);
    if (refusal !== undefined) throw new QuestionRefused(refusal);
    return await broken;
  } finally {
    link.close();
  }
}

/** What the companion says against a call; undefined where it said nothing, for the connection broke. */
function refusalIn(error: unknown): string | undefined {
  if (!(error instanceof ORPCError)) return undefined;
  const code: unknown = error.code;
  return code === 'BAD_REQUEST' ? 'The question is not of the form it must have.' : error.message;
}
