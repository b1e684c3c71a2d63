import type { Problem } from '../../../shared/workspace/turn-state.ts';
import { causes } from '../../../shared/thrown-error.ts';
import { BrokenAnswer, EmptyAnswer, emptyReasonText, lengthText } from './answer-end.ts';
import { boundText, isBoundReached } from './model-table.ts';
import { type FailureKind, failureKind, refusalMessage } from './failure-kind.ts';
import { proxyFailureIn } from '../../network/proxy-failed.ts';
import {
  adviceFor,
  check,
  type FailedRequest,
  type FailedService,
  proxyRemedy,
  remedyFor,
} from './failure-remedy.ts';
import { UnreadableAnswer } from './providers/readable-answer.ts';

const kept = 'Everything in this chat is kept, your message too.';

/** Nobody reads more of a refusal, in characters. */
const longestDetails = 2_000;

/**
 * Explains to a person why a model call failed and what to do; undefined for an abort. What a provider wrote stands in
 * the details alone, without the key, so that none gets out.
 */
export function explainFailure(
  error: unknown,
  request: FailedRequest = { whom: undefined, canCompact: false },
): Problem | undefined {
  const { whom } = request;
  const kind = failureKind(error);
  if (kind === undefined) return undefined;
  const what = proxyFailureIn(error)?.message ?? describeFailure(kind, whom);
  const problem = { what, kept, ...adviceFor(kind, request), ...wordsOfRefusal(error, kind, whom) };
  for (const cause of causes(error)) {
    if (cause instanceof EmptyAnswer)
      return { ...problem, what: noAnswer(whom, emptyReasonText(cause.reason)) };
    if (cause instanceof BrokenAnswer && cause.end === 'length' && cause.tokens !== undefined)
      return { ...problem, what: cutAt(cause.tokens) };
    if (cause instanceof UnreadableAnswer) return { ...problem, details: withoutKey(cause.line, whom) };
  }
  return problem;
}

/** Returns what a provider said about a refusal, where that helps; nothing of one whose key may be in it unknown. */
function wordsOfRefusal(error: unknown, kind: FailureKind, whom: FailedService): Pick<Problem, 'details'> {
  if (whom === undefined || !saysWhy.has(kind)) return {};
  const said = refusalMessage(error);
  return said === '' ? {} : { details: withoutKey(said, whom).slice(0, longestDetails) };
}

const saysWhy: ReadonlySet<FailureKind> = new Set<FailureKind>([
  'too-long',
  'too-large',
  'image-refused',
  'limited',
  'server-failed',
  'not-allowed',
  'no-credit',
  'no-model',
  'refused',
]);

function cutAt(tokens: number): string {
  return `The answer was cut off at ${lengthText(tokens)}, the longest it may be.`;
}

function noAnswer(whom: FailedService, why: string): string {
  return `${whom?.provider.name ?? 'The model'} ended its turn without an answer${why}.`;
}

/** A line of a server, which may repeat what it was sent. */
function withoutKey(line: string, whom: FailedService): string {
  const key = whom?.apiKey ?? '';
  return key === '' ? line : line.replaceAll(key, '…');
}

/** Returns a sentence for a person about a failure of this kind. */
export function describeFailure(kind: FailureKind, whom: FailedService): string {
  const name = whom?.provider.name ?? 'The provider';
  if (isBoundReached(kind)) return boundText(kind, name);
  switch (kind) {
    case 'interrupted':
      return 'The connection broke off in the middle of the answer.';
    case 'error':
      return 'The model stopped because of an error.';
    case 'length':
      return 'The answer reached the model’s length limit.';
    case 'content-filter':
      return `${name} refused to answer this.`;
    case 'too-long':
      return 'This chat has grown longer than the model can read.';
    case 'too-large':
      return `This request is larger than ${name} takes.`;
    case 'image-refused':
      return `${name} does not take an image of this chat.`;
    case 'overloaded':
      return `${name} is overloaded just now.`;
    case 'limited':
      return 'Rate limit reached.';
    case 'server-failed':
      return `${name} had a server error.`;
    case 'wrong-key':
      return whom?.keyFrom === 'none' ? `${name} asks for a key.` : `${name} does not accept the key.`;
    case 'not-allowed':
      return 'The key may not be used for this model.';
    case 'no-credit':
      return `Your account at ${whom === undefined ? 'the provider' : name} has no credit left.`;
    case 'no-model':
      return `${name} does not have the chosen model at this address.`;
    case 'refused':
      return `${name} did not accept the request.`;
    case 'unreadable':
      return `${name} sent an answer that could not be read.`;
    case 'web-page':
      return `The address of ${name} answers with a web page.`;
    case 'unreachable':
      return `${name} could not be reached.`;
    case 'unknown-address':
      return `The address of ${whom === undefined ? 'the provider' : name} could not be found.`;
    case 'unverified':
      return `The identity of ${whom === undefined ? 'the provider' : name} could not be verified, so nothing was sent.`;
    case 'proxy-failed':
      return `The proxy on the way to ${whom === undefined ? 'the provider' : name} failed.`;
    case 'redirected':
      return `${name} redirected the request to another address. Parley sends only to the address that is set, so it did not follow.`;
    case 'unknown':
      return 'Something went wrong while the agent was working.';
  }
}

/** Explains a failed check of a provider in Settings, with the remedy there. */
export function explainCheck(error: unknown, whom: FailedService): string {
  const kind = failureKind(error) ?? 'unknown';
  switch (kind) {
    case 'wrong-key':
    case 'no-credit':
    case 'unreadable':
    case 'web-page':
    case 'unreachable':
    case 'unknown-address':
    case 'unverified':
    case 'redirected':
    case 'list-too-large':
      return `${describeFailure(kind, whom)} ${remedyFor(kind, whom, 'settings')}`;
    case 'proxy-failed':
      return `${proxyFailureIn(error)?.message ?? describeFailure(kind, whom)} ${proxyRemedy}`;
    case 'not-allowed':
      return 'The key is known, but may not be used for this. Check its rights at the provider.';
    case 'no-model':
      return `There is no list of models at this address. ${check('address', whom, 'settings')}`;
    case 'overloaded':
    case 'limited':
    case 'server-failed':
    case 'no-head':
      return `${describeFailure(kind, whom)} Try again in a minute.`;
    case 'interrupted':
      return 'The connection broke off before the answer was there. Try again.';
    case 'error':
    case 'length':
    case 'content-filter':
    case 'too-long':
    case 'too-large':
    case 'image-refused':
    case 'refused':
    case 'event-too-large':
    case 'answer-too-large':
    case 'stream-too-large':
    case 'tool-input-too-large':
    case 'tool-input-too-deep':
    case 'too-many-calls':
    case 'too-many-parts':
    case 'unknown':
      return `${whom?.provider.name ?? 'The provider'} did not accept the request. ${check('address', whom, 'settings')}`;
  }
}
