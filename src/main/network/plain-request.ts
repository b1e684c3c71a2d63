import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

// Not imported: an import reads every property of the module, and one of them loads all of Node's HTTP client.
const { request: httpRequest } = process.getBuiltinModule('node:http');

/**
 * Sends an HTTP request through Node's agent, which passes it to the proxy in absolute form. Node's `fetch` asks for a
 * tunnel instead, which most proxies allow for HTTPS ports only.
 */
export async function requestPlainly(request: Request): Promise<Response> {
  const { url, method, signal, body } = request;
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const headers = Object.fromEntries(request.headers);
  const sent = httpRequest(url, { method, headers, signal }, resolve).on('error', reject);
  if (body === null) sent.end();
  else pipeline(Readable.fromWeb(body), sent).catch(reject);
  try {
    return await followed(request, asResponse(await promise, request));
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
}

function asResponse(answer: IncomingMessage, { method, url, signal }: Request): Response {
  const { statusCode: status = 0, statusMessage: statusText = '', rawHeaders } = answer;
  const headers = new Headers();
  for (let index = 0; index < rawHeaders.length; index += 2)
    headers.append(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '');
  const hasBody = method !== 'HEAD' && ![204, 205, 304].includes(status);
  if (!hasBody) answer.resume();
  const body = hasBody ? ReadableStream.from(piecesOf(answer, signal)) : null;
  const response = new Response(body, { status, statusText, headers });
  Object.defineProperty(response, 'url', { value: url });
  return response;
}

/** An aborted request ends in the reason of its signal, as with `fetch`. */
async function* piecesOf(answer: AsyncIterable<Uint8Array<ArrayBuffer>>, signal: AbortSignal) {
  try {
    yield* answer;
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
}

async function followed(
  { method, redirect, url, signal, headers }: Request,
  response: Response,
): Promise<Response> {
  const location = [301, 302, 303, 307, 308].includes(response.status)
    ? response.headers.get('location')
    : null;
  if (location === null || redirect === 'manual') return response;
  await response.body?.cancel();
  if (redirect === 'error' || !['GET', 'HEAD'].includes(method))
    throw new TypeError('fetch failed: it was redirected');
  return fetch(new URL(location, url), { method, headers, signal });
}
