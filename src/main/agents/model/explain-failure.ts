import type { Problem } from '../../../shared/workspace/turn-state.ts';
import { causes } from '../../../shared/thrown-error.ts';
import { BrokenAnswer, EmptyAnswer, emptyReasonText, lengthText } from './answer-end.ts';
import { boundText, isBoundReached } from './model-bounds.ts';
import { type FailureKind, failureKind, refusalMessage } from './failure-kind.ts';
import { proxyFailureIn } from '../../network/proxy-failed.ts';
import { adviceFor, type FailedRequest } from './failure-remedy.ts';
import type { FailedService } from './remedies.ts';
import { UnreadableAnswer } from './providers/readable-answer.ts';
import { withoutSecrets } from './without-secrets.ts';

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
    if (cause instanceof UnreadableAnswer) return { ...problem, details: withoutSecrets(cause.line, whom) };
  }
  return problem;
}

/** Returns what a provider said about a refusal, where that helps; nothing of one whose key may be in it unknown. */
function wordsOfRefusal(error: unknown, kind: FailureKind, whom: FailedService): Pick<Problem, 'details'> {
  if (whom === undefined || !saysWhy.has(kind)) return {};
  const said = refusalMessage(error);
  return said === '' ? {} : { details: withoutSecrets(said, whom).slice(0, longestDetails) };
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
