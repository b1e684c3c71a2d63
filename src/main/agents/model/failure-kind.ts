import { STATUS_CODES } from 'node:http';
import { APICallError, NoSuchModelError, RetryError } from 'ai';
import { causes, property } from '../../../shared/thrown-error.ts';
import { BrokenAnswer, EmptyAnswer, type ImproperFinish, isRefusal } from './answer-end.ts';
import { type BoundReached, CutOff } from './model-bounds.ts';
import { proxyFailureIn } from '../../network/proxy-failed.ts';
import { RedirectRefused } from './providers/provider-fetch.ts';
import {
  isWebPage,
  refusalWords,
  RefusingAnswer,
  UnreadableAnswer,
  WebPageAnswer,
} from './providers/readable-answer.ts';

/** The kinds of failure of a model call, the same for every provider. */
export type FailureKind =
  | ImproperFinish
  | BoundReached
  | 'redirected'
  | 'proxy-failed'
  | 'too-long'
  | 'too-large'
  | 'image-refused'
  | 'overloaded'
  | 'limited'
  | 'server-failed'
  | 'wrong-key'
  | 'not-allowed'
  | 'no-credit'
  | 'no-model'
  | 'refused'
  | 'unreadable'
  | 'web-page'
  | 'unreachable'
  | 'unknown-address'
  | 'unverified'
  | 'unknown';

/** Returns the kind of a thrown or streamed error; undefined for an abort. */
export function failureKind(error: unknown): FailureKind | undefined {
  if (isAbort(error)) return undefined;
  const inner = rootCause(error);
  if (inner instanceof BrokenAnswer) return inner.end;
  if (inner instanceof EmptyAnswer) return isRefusal(inner.reason) ? 'content-filter' : 'error';
  const own = ownKind(inner);
  if (own !== undefined) return own;
  if (NoSuchModelError.isInstance(inner)) return 'no-model';
  if (proxyFailureIn(inner) !== undefined) return 'proxy-failed';
  const network = networkKind(inner);
  if (network !== undefined) return network;
  const { status, text } = refusalOf(inner);
  if (isWebPage(text) && [403, 404, 405].includes(status ?? 0)) return 'web-page';
  const kind = kindOfWords(text) ?? (status === undefined ? undefined : kindOfStatus(status));
  if (kind !== undefined) return kind;
  return APICallError.isInstance(inner) || isUnreadable(inner) ? 'unreadable' : 'unknown';
}

/** Returns the kind of an error that Parley's own reading of an answer ends in. */
function ownKind(error: unknown): FailureKind | undefined {
  for (const cause of causes(error)) {
    if (cause instanceof CutOff) return cause.bound;
    if (cause instanceof RedirectRefused) return 'redirected';
    if (cause instanceof WebPageAnswer) return 'web-page';
    if (cause instanceof UnreadableAnswer) return 'unreadable';
  }
  return undefined;
}

/** Returns the error that a library has wrapped, or the error itself. */
export function rootCause(error: unknown): unknown {
  return RetryError.isInstance(error) ? error.lastError : error;
}

/**
 * Errors about an image: Anthropic's, OpenAI's codes and sentences, Google's, those of llama.cpp, LM Studio and
 * Ollama, and vLLM's; then those of servers whose model takes none.
 */
const imageWords = new RegExp(
  [
    'image dimensions exceed|image exceeds \\d|could not process image|image\\.source',
    'image does not match the provided|image was specified using|too many images|too much media',
    'invalid_(base64_)?image|image_parse_error|image_too_(large|small)|unsupported_image|empty_image_file',
    'unsupported image|does not represent a valid image',
    'unable to process input image|provided image is not valid',
    'failed to load image|invalid image (input|type)',
    'image\\(s\\) may be provided|cannot identify image',
    'image input is not supported|support(s)? image input|does not support (image|vision)',
    'image_url is only supported',
  ].join('|'),
  'i',
);

/** Matches error messages of providers, whose status codes differ. */
const phrases: readonly [FailureKind, RegExp][] = [
  ['image-refused', imageWords],
  ['too-large', /request_too_large|payload size exceeds|(entity|payload) too large/i],
  [
    'too-long',
    /prompt is too long|context (window|length)|context_length_exceeded|too many tokens|exceeds? .*context|input token count .*exceeds/i,
  ],
  ['no-credit', /credit balance|insufficient_quota|billing_(hard_limit|not_active)|account is not active/i],
  ['wrong-key', /API_KEY_INVALID|api key not valid|invalid_api_key|authentication_error/i],
  ['overloaded', /overloaded|server_is_overloaded/i],
  ['limited', /rate_limit_(error|exceeded)|RESOURCE_EXHAUSTED/i],
  ['no-model', /model ['"]?[^'"]+['"]? not found|model_not_found/i],
];

function kindOfWords(text: string): FailureKind | undefined {
  return phrases.find(([, pattern]) => pattern.test(text))?.[0];
}

function kindOfStatus(status: number): FailureKind | undefined {
  if (status < 400) return undefined;
  if (status === 401) return 'wrong-key';
  if (status === 402) return 'no-credit';
  if (status === 403) return 'not-allowed';
  if (status === 404) return 'no-model';
  if (status === 413) return 'too-large';
  if (status === 429) return 'limited';
  if (status === 503 || status === 529) return 'overloaded';
  if (status === 501 || status === 505) return 'refused';
  return status >= 500 || status === 408 ? 'server-failed' : 'refused';
}

/**
 * Returns the status of a refused request, or the one that an error inside a stream stands for, and its message.
 */
export function refusalOf(error: unknown): { status: number | undefined; text: string } {
  const inner = rootCause(error);
  const said = causes(inner);
  const refusing = said.find((cause) => cause instanceof RefusingAnswer);
  if (refusing !== undefined) {
    const { statusCode: status, type, code, message } = refusing;
    return { status, text: `${type} ${code} ${message}` };
  }
  if (APICallError.isInstance(inner)) {
    const { statusCode: status, message, responseBody = '' } = inner;
    return { status, text: isWebPage(responseBody) ? responseBody : `${message} ${responseBody}` };
  }
  const status = said
    .flatMap((cause) => [property(cause, 'statusCode'), property(cause, 'status_code')])
    .find((value) => typeof value === 'number');
  const text = said
    .flatMap((cause) => [property(cause, 'type'), property(cause, 'code'), property(cause, 'message')])
    .filter((part) => typeof part === 'string');
  return { status, text: text.join(' ') };
}

/** Returns what a provider said in a refusal, as its protocol has it; an empty text for nothing, or a web page. */
export function refusalMessage(error: unknown): string {
  const inner = rootCause(error);
  const refusing = causes(inner).find((cause) => cause instanceof RefusingAnswer);
  if (refusing !== undefined) return refusing.message.trim();
  if (!APICallError.isInstance(inner)) return wordsOfOllama(inner);
  const { message, statusCode = 0, responseBody = '' } = inner;
  if (isWebPage(message)) return '';
  // The library knows one form of a refusal for each provider, and gives the name of the status for any other.
  const isSaid = message !== STATUS_CODES[statusCode];
  return (isSaid ? message : (refusalWords(responseBody) ?? message)).trim();
}

function wordsOfOllama(error: unknown): string {
  const refusing = causes(error).find((cause) => typeof property(cause, 'status_code') === 'number');
  const words = property(refusing, 'message');
  return typeof words === 'string' && !isWebPage(words) ? words.trim() : '';
}

const kindsByCode: ReadonlyMap<string, FailureKind> = new Map([
  ['ECONNREFUSED', 'unreachable'],
  ['EHOSTUNREACH', 'unreachable'],
  ['ENETUNREACH', 'unreachable'],
  ['ETIMEDOUT', 'unreachable'],
  ['UND_ERR_CONNECT_TIMEOUT', 'unreachable'],
  ['ENOTFOUND', 'unknown-address'],
  ['EAI_AGAIN', 'unknown-address'],
  ['UND_ERR_HEADERS_TIMEOUT', 'no-head'],
  ['ECONNRESET', 'interrupted'],
  ['EPIPE', 'interrupted'],
  ['UND_ERR_SOCKET', 'interrupted'],
  ['UND_ERR_BODY_TIMEOUT', 'interrupted'],
  ['ERR_STREAM_PREMATURE_CLOSE', 'interrupted'],
]);

function networkKind(error: unknown): FailureKind | undefined {
  const codes = causes(error)
    .map((cause) => property(cause, 'code'))
    .filter((code) => typeof code === 'string');
  const known = codes.map((code) => kindsByCode.get(code)).filter((kind) => kind !== undefined);
  const worst = known.find((kind) => kind !== 'interrupted') ?? known[0];
  if (worst !== undefined) return worst;
  if (codes.some((code) => code.startsWith('ERR_TLS') || code.includes('CERT'))) return 'unverified';
  const [message] = causes(error).flatMap((cause) => (cause instanceof TypeError ? [cause.message] : []));
  if (message === 'fetch failed') return 'unreachable';
  return message === 'terminated' || message === 'network error' ? 'interrupted' : undefined;
}

function isUnreadable(error: unknown): boolean {
  const name = property(error, 'name');
  // The library's words for a text that was never begun.
  if (/^(text|reasoning) part .* not found$/s.test(String(property(error, 'message') ?? error))) return true;
  return (
    typeof name === 'string' &&
    /(JSONParse|TypeValidation|InvalidResponseData|NoOutputGenerated|EmptyResponseBody)Error$/.test(name)
  );
}

function isAbort(error: unknown): boolean {
  return property(error, 'name') === 'AbortError';
}

const pauses = [2_000, 4_000, 8_000, 16_000] as const;

/** Nobody watches a longer countdown, in milliseconds; the failure is reported at once instead. */
const longestPause = 120_000;

/** The failures that pass by themselves. */
const passing: readonly (FailureKind | undefined)[] = ['overloaded', 'limited', 'server-failed'];

type Failed = {
  /** The repetitions so far. */
  tries: number;
  /** True where some of the answer had come. */
  hasBegun: boolean;
  now: number;
};

/**
 * Returns the pause before a failed request is retried, in milliseconds; undefined when it should not be. The
 * provider's advice can make our own growing pause longer, not shorter: some say 0, or a time that has passed.
 */
export function retryPause(error: unknown, { tries, hasBegun, now }: Failed): number | undefined {
  const kind = failureKind(error);
  if (!passing.includes(kind) && !(kind === 'interrupted' && !hasBegun)) return undefined;
  const usual = pauses[tries];
  if (usual === undefined) return undefined;
  const pause = Math.max(usual, askedPause(rootCause(error), now) ?? 0);
  return pause > longestPause ? undefined : pause;
}

/** Returns the pause that the provider asks for, in a header or, as Google does, in the body. */
function askedPause(error: unknown, now: number): number | undefined {
  if (!APICallError.isInstance(error)) return undefined;
  const headers = error.responseHeaders ?? {};
  const inMs = Number.parseFloat(headers['retry-after-ms'] ?? '');
  if (Number.isFinite(inMs)) return inMs;
  const after = headers['retry-after'];
  if (after !== undefined) {
    const ms = /^\s*[\d.]+\s*$/.test(after) ? Number(after) * 1_000 : Date.parse(after) - now;
    if (Number.isFinite(ms)) return ms;
  }
  const [, seconds] = /"retryDelay"\s*:\s*"([\d.]+)s"/.exec(error.responseBody ?? '') ?? [];
  return seconds === undefined ? undefined : Number(seconds) * 1_000;
}
