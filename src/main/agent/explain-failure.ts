import { APICallError, NoSuchModelError, RetryError } from 'ai';
import type { Problem } from '../../shared/workspace/workspace.ts';
import { BrokenAnswer, type BrokenEnd } from './broken-answer.ts';

const kept = 'Everything in this chat is kept, your message too.';

/**
 * Says in plain words why a model call failed and what to do; undefined for an abort, which is no
 * failure. Takes whatever a call throws or its stream reports. Repeats nothing a provider wrote,
 * so that no key or address of a request gets out.
 */
export function explainFailure(error: unknown): Problem | undefined {
  if (isAbort(error)) return undefined;
  const inner = RetryError.isInstance(error) ? error.lastError : error;
  const { what, todo } = inner instanceof BrokenAnswer ? reasonsByEnd[inner.end] : reasonFor(inner);
  return { what, kept, todo };
}

type Reason = { what: string; todo: string };

const cutOff: Reason = {
  what: 'The connection broke off in the middle of the answer.',
  todo: 'Choose Resume to let the agent go on.',
};

const reasonsByEnd: Record<BrokenEnd, Reason> = {
  interrupted: cutOff,
  error: { what: 'The model stopped because of an error.', todo: 'Choose Resume to try again.' },
  length: {
    what: 'The answer reached the longest the model may write.',
    todo: 'Choose Resume to let it go on.',
  },
  'content-filter': {
    what: 'The provider refused to answer this.',
    todo: 'Put it in other words and send it again.',
  },
};

const tooLong: Reason = {
  what: 'This chat has grown longer than the model can read.',
  todo: 'Start a new chat on the same folder and say briefly where you were.',
};

const overloaded: Reason = {
  what: 'The provider is overloaded just now.',
  todo: 'Wait a minute, then choose Resume.',
};

const limited: Reason = {
  what: 'The provider has had too many requests from your account for now.',
  todo: 'Wait a minute, then choose Resume. If it keeps happening, look at the limits of your account.',
};

const serverFailed: Reason = {
  what: 'The provider had a problem of its own.',
  todo: 'Choose Resume to try again in a moment.',
};

const wrongKey: Reason = {
  what: 'The provider does not accept the key.',
  todo: 'Check the key, for Claude ANTHROPIC_API_KEY, start Parley again and choose Resume.',
};

const notAllowed: Reason = {
  what: 'The key may not be used for this model.',
  todo: 'Choose another model or a key that may use it, start Parley again and choose Resume.',
};

const noCredit: Reason = {
  what: 'The account at the provider has no credit left.',
  todo: 'Add credit to the account, then choose Resume.',
};

const noModel: Reason = {
  what: 'The provider does not have the chosen model at this address.',
  todo: 'Check the name of the model and the address, start Parley again and choose Resume.',
};

const refused: Reason = {
  what: 'The provider did not accept the request.',
  todo: 'Choose Resume to try once more. If it fails again, start a new chat on the same folder.',
};

const unreadable: Reason = {
  what: 'The provider sent an answer that could not be read.',
  todo: 'Check that the address set for the provider is right, then choose Resume.',
};

const unknown: Reason = {
  what: 'Something went wrong while the agent was working.',
  todo: 'Choose Resume to try again.',
};

function reasonFor(error: unknown): Reason {
  if (NoSuchModelError.isInstance(error)) return noModel;
  const network = networkReason(error);
  if (network !== undefined) return network;
  const { status, text } = statusOf(error);
  if (status !== undefined && status >= 400) return reasonForStatus(status, text);
  return APICallError.isInstance(error) || isUnreadable(error) ? unreadable : unknown;
}

function reasonForStatus(status: number, text: string): Reason {
  if (
    status === 413 ||
    /prompt is too long|context (window|length)|too many tokens|exceeds? .*context/i.test(text)
  ) {
    return tooLong;
  }
  if (status === 402 || /credit balance|billing/i.test(text)) return noCredit;
  if (status === 401) return wrongKey;
  if (status === 403) return notAllowed;
  if (status === 404) return noModel;
  if (status === 429) return limited;
  if (status === 529 || /overloaded/i.test(text)) return overloaded;
  return status >= 500 || status === 408 ? serverFailed : refused;
}

/** The status of a refused request, or the one an error inside a stream stands for, and its words. */
function statusOf(error: unknown): { status: number | undefined; text: string } {
  if (APICallError.isInstance(error)) {
    return { status: error.statusCode, text: `${error.message} ${error.responseBody ?? ''}` };
  }
  const status = property(error, 'statusCode');
  const text = [property(error, 'type'), property(error, 'message')].filter(
    (part) => typeof part === 'string',
  );
  return { status: typeof status === 'number' ? status : undefined, text: text.join(' ') };
}

const brokenOff = new Set([
  'ECONNRESET',
  'EPIPE',
  'UND_ERR_SOCKET',
  'UND_ERR_BODY_TIMEOUT',
  'ERR_STREAM_PREMATURE_CLOSE',
]);
const unreachable = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
]);
const unnamed = new Set(['ENOTFOUND', 'EAI_AGAIN']);

function networkReason(error: unknown): Reason | undefined {
  const codes = causes(error)
    .map((cause) => property(cause, 'code'))
    .filter((code) => typeof code === 'string');
  if (codes.some((code) => unreachable.has(code))) {
    return {
      what: 'The provider could not be reached.',
      todo: 'Check the connection, and that the server is running if the address is your own. Then choose Resume.',
    };
  }
  if (codes.some((code) => unnamed.has(code))) {
    return {
      what: 'The provider’s address could not be found.',
      todo: 'Check the connection and the address set for the provider, then choose Resume.',
    };
  }
  if (codes.some((code) => code === 'UND_ERR_HEADERS_TIMEOUT')) return serverFailed;
  if (codes.some((code) => code.startsWith('ERR_TLS') || code.includes('CERT'))) {
    return {
      what: 'The provider’s identity could not be verified, so nothing was sent.',
      todo: 'Check the address and your network’s settings, then choose Resume.',
    };
  }
  const isCut = codes.some((code) => brokenOff.has(code)) || causes(error).some(isTerminated);
  return isCut ? cutOff : undefined;
}

function isTerminated(error: unknown): boolean {
  return error instanceof TypeError && /^(terminated|fetch failed|network error)$/i.test(error.message);
}

function isUnreadable(error: unknown): boolean {
  const name = property(error, 'name');
  return (
    typeof name === 'string' &&
    /(JSONParse|TypeValidation|InvalidResponseData|NoOutputGenerated|EmptyResponseBody)Error$/.test(name)
  );
}

function isAbort(error: unknown): boolean {
  return property(error, 'name') === 'AbortError';
}

/** An error and what caused it, outermost first; several causes at once are all looked at. */
function causes(error: unknown): unknown[] {
  const all: unknown[] = [error];
  for (let index = 0; index < all.length && index < 20; index += 1) {
    const cause = property(all[index], 'cause');
    const several = property(all[index], 'errors');
    if (cause !== undefined) all.push(cause);
    if (Array.isArray(several)) for (const one of several) all.push(one as unknown);
  }
  return all;
}

function property(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}
