import { CutOff, modelBounds } from '../model-bounds.ts';
import type { RequestParameter } from '../request-parameters.ts';
import { beginningOf, boundedEvents, boundedLines, boundedList } from './bounded-body.ts';
import type { Access } from './provider.ts';
import { type Protocol, readableAnswer } from './readable-answer.ts';

/** A provider redirected a request to another origin. */
export class RedirectRefused extends Error {
  override readonly name = 'RedirectRefused';
}

type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

const bounded = { events: boundedEvents, lines: boundedLines };

/**
 * The `fetch` of every request to a provider, for a list or an answer in its protocol. Adds the person's own headers and
 * query (`parameters`), follows redirects within one origin only, since the request has the key and the chat in it, limits
 * the response, and mends an answer by `readableAnswer`.
 * Rejects with RedirectRefused or CutOff; the body ends in CutOff, or as `readableAnswer` says.
 */
export function providerFetch(reading: 'list' | Protocol, { parameters }: Pick<Access, 'parameters'>): Fetch {
  return async (input, init = {}) => {
    const headers = withHeaders(init.headers, parameters);
    const sent = { ...init, headers, ...(typeof init.body === 'string' && { body: wellFormed(init.body) }) };
    const response = await follow(withQuery(new Request(input).url, parameters), sent);
    const { body, status, statusText } = response;
    if (body === null) return response;
    const head = { status, statusText, headers: response.headers };
    if (!response.ok) return new Response(beginningOf(body), head);
    if (reading === 'list') return new Response(boundedList(body), head);
    const { framing } = reading;
    const answer = readableAnswer(bounded[framing](body), reading);
    return new Response(answer, { ...head, headers: { 'content-type': contentTypes[framing] } });
  };
}

/**
 * Returns JSON without halves of characters, which a cut text or a model's call may hold: servers refuse the whole
 * request for one ("no low surrogate in string", "surrogates not allowed").
 */
function wellFormed(json: string): string {
  if (!/\\ud[89a-f]/i.test(json)) return json;
  return json.replaceAll(/\\(?:u(d[89a-f][0-9a-f]{2})|[^])/gi, (escape, half: string | undefined) =>
    half === undefined ? escape : '\\ufffd',
  );
}

/** Returns an address with the query that goes along; a name that it has already stays as it is. */
function withQuery(address: string, parameters: readonly RequestParameter[]): string {
  const url = new URL(address);
  for (const { in: place, name, value } of parameters)
    if (place === 'query' && !url.searchParams.has(name)) url.searchParams.append(name, value);
  return url.href;
}

/** Returns headers with those that go along, which win. */
function withHeaders(headers: RequestInit['headers'], parameters: readonly RequestParameter[]): Headers {
  const all = new Headers(headers);
  for (const { in: place, name, value } of parameters) if (place === 'header') all.set(name, value);
  return all;
}

const contentTypes = { events: 'text/event-stream', lines: 'application/x-ndjson' };

async function follow(first: string, init: RequestInit): Promise<Response> {
  let address = first;
  for (let redirects = 0; ; redirects += 1) {
    const response = await untilHead(address, init);
    const location = redirectOf(response);
    if (location === undefined) return response;
    await response.body?.cancel();
    const to = URL.parse(location, address);
    const mayFollow =
      to !== null && isSamePlace(to, new URL(address)) && keepsRequest(init.method, response.status);
    if (!mayFollow || redirects >= modelBounds.redirects)
      throw new RedirectRefused(`The provider answered with a redirect (${response.status}).`);
    address = to.href;
  }
}

function redirectOf({ status, headers }: Response): string | undefined {
  return [301, 302, 303, 307, 308].includes(status) ? (headers.get('location') ?? undefined) : undefined;
}

function isSamePlace(to: URL, from: URL): boolean {
  return to.origin === from.origin && to.username === '' && to.password === '';
}

/** Other redirects would drop the body. */
function keepsRequest(method: string | undefined, status: number): boolean {
  return status === 307 || status === 308 || (method ?? 'GET') === 'GET';
}

/** Fetches, and gives up if the head of the response does not come in time. */
async function untilHead(address: string, init: RequestInit): Promise<Response> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new CutOff('no-head')), modelBounds.head);
  const signal = init.signal ? AbortSignal.any([init.signal, late.signal]) : late.signal;
  try {
    return await fetch(address, { ...init, redirect: 'manual', signal });
  } finally {
    clearTimeout(timer);
  }
}
