import { APICallError } from 'ai';
import type { ProviderCheck } from '../../../shared/providers/provider.ts';
import { causes, property } from '../../../shared/thrown-error.ts';
import { proxyFailureIn } from '../../network/proxy-failed.ts';
import { describeFailure } from './explain-failure.ts';
import { type FailureKind, failureKind } from './failure-kind.ts';
import { check, proxyRemedy, remedyFor } from './failure-remedy.ts';
import type { Setup } from './provider-settings.ts';
import { UnreadableList } from './providers/model-list.ts';
import { isWebPage } from './providers/readable-answer.ts';
import { withoutSecrets } from './without-secrets.ts';

type FailedCheck = Omit<Extract<ProviderCheck, { ok: false }>, 'ok'>;

/** Explains a failed check of a provider in Settings, with the remedy there and what came back. */
export function explainCheck(error: unknown, setup: Setup): FailedCheck {
  const kind = failureKind(error) ?? 'unknown';
  const details = whatCame(error);
  return {
    why: whyOf(kind),
    problem: problemOf(kind, error, setup),
    details: details === undefined ? null : withoutSecrets(details, setup),
  };
}

function whyOf(kind: FailureKind): FailedCheck['why'] {
  if (kind === 'wrong-key') return 'refused';
  return kind === 'unreachable' || kind === 'unknown-address' ? 'unreachable' : 'failed';
}

function problemOf(kind: FailureKind, error: unknown, setup: Setup): string {
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
      return `${describeFailure(kind, setup)} ${remedyFor(kind, setup, 'settings')}`;
    case 'proxy-failed':
      return `${proxyFailureIn(error)?.message ?? describeFailure(kind, setup)} ${proxyRemedy}`;
    case 'not-allowed':
      return 'The key is known, but may not be used for this. Check its rights at the provider.';
    case 'no-model':
      return `There is no list of models at this address. ${check('address', setup, 'settings')}`;
    case 'overloaded':
    case 'limited':
    case 'server-failed':
    case 'no-head':
      return `${describeFailure(kind, setup)} Try again in a minute.`;
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
      return `${setup.provider.name} did not accept the request. ${check('address', setup, 'settings')}`;
  }
}

/** In characters. */
const mostShown = 1_000;

/** Returns what came in place of a list, or what stood in the way; undefined for nothing. */
function whatCame(error: unknown): string | undefined {
  for (const cause of causes(error)) {
    if (APICallError.isInstance(cause)) {
      const { statusCode = 0, responseBody = '' } = cause;
      return `${statusCode} ${beginning(responseBody)}`.trim();
    }
    if (cause instanceof UnreadableList) return beginning(cause.text);
    if (typeof property(cause, 'code') === 'string' && cause instanceof Error) return cause.message;
  }
  return undefined;
}

function beginning(text: string): string {
  if (isWebPage(text)) return pageText(text);
  const trimmed = text.trim();
  return trimmed.length > mostShown ? `${trimmed.slice(0, mostShown)}…` : trimmed;
}

/** Names a web page by its title. */
function pageText(page: string): string {
  const [, title = ''] = /<title[^>]*>([^<]*)</i.exec(page) ?? [];
  const named = title.trim() === '' ? 'Without a title' : `“${title.trim().replaceAll(/\s+/g, ' ')}”`;
  return `${named}, a web page of ${Math.ceil(page.length / 1024)} kB`;
}
