import type { ProviderCheck } from '../../../shared/providers/provider.ts';
import { proxyFor, type ProxySettings, shownProxy } from '../../network/proxy-settings.ts';
import type { Setup } from './provider-settings.ts';
import { accessOf } from './providers.ts';
import { UnreadableList, withMore } from './providers/model-list.ts';
import type { Access, ModelList } from './providers/provider.ts';
import { providerFetch } from './providers/provider-fetch.ts';
import { isWebPage, WebPageAnswer } from './providers/readable-answer.ts';

/** In milliseconds. */
const longestWait = 15_000;

/**
 * Asks a provider for its models, which also checks key and address. Returns the problem for a person, and what came
 * back, without keys. `proxies` are those in use once an answer came.
 */
export async function checkProvider(setup: Setup, proxies: () => ProxySettings): Promise<ProviderCheck> {
  const choice = accessOf(setup);
  if (!choice.ok)
    return { ok: false, why: 'failed', problem: `${choice.what} ${choice.here}`, details: null };
  const list = setup.provider.models(choice.access);
  try {
    const listed = await fetchList(list, choice.access);
    const isWhole = list.more === undefined || listed.every(({ contextWindow }) => contextWindow !== null);
    const models = isWhole ? listed : withMore(listed, await fetchMore(list, choice.access));
    const proxy = proxyFor(new URL(list.url), proxies());
    return { ok: true, models, proxy: proxy === null ? null : shownProxy(proxy) };
  } catch (error) {
    return explain(error, setup);
  }
}

async function fetchList({ url, headers, read }: ModelList, access: Access) {
  const response = await providerFetch('list', access)(url, {
    headers,
    signal: AbortSignal.timeout(longestWait),
  });
  const responseBody = await response.text();
  if (response.ok) return readList(read, responseBody);
  const { APICallError } = await import('ai');
  const { status: statusCode } = response;
  throw new APICallError({ message: '', url, requestBodyValues: {}, statusCode, responseBody });
}

/** Returns what another address of the same server lists; nothing where it knows none. */
async function fetchMore({ more, headers }: ModelList, access: Access) {
  if (more === undefined) return [];
  return fetchList({ ...more, headers }, access).catch(() => []);
}

async function readList(read: ModelList['read'], text: string) {
  try {
    return await read(JSON.parse(text));
  } catch (cause) {
    const unreadable = new UnreadableList(text, cause);
    if (isWebPage(text))
      throw new WebPageAnswer('A web page came in place of a list.', { cause: unreadable });
    throw unreadable;
  }
}

async function explain(error: unknown, setup: Setup): Promise<ProviderCheck> {
  const { name } = setup.provider;
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    const problem = `${name} did not answer within ${longestWait / 1_000} seconds. Check the address and the connection.`;
    return { ok: false, why: 'unreachable', problem, details: null };
  }
  const { explainCheck } = await import('./explain-check.ts');
  return { ok: false, ...explainCheck(error, setup) };
}
