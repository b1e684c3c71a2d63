import type { ProviderCheck } from '../../../shared/providers/provider.ts';
import type { Setup } from './provider-settings.ts';
import { accessOf } from './providers.ts';
import type { ModelList } from './providers/provider.ts';
import { providerFetch } from './providers/provider-fetch.ts';
import { isWebPage, WebPageAnswer } from './providers/readable-answer.ts';

const longestWait = 15_000;

/**
 * Asks a provider for its models, which also checks key and address. Returns the problem for a person, and
 * repeats nothing that the provider wrote.
 */
export async function checkProvider(setup: Setup): Promise<ProviderCheck> {
  const choice = accessOf(setup);
  if (!choice.ok) return { ok: false, problem: `${choice.what} ${choice.here}` };
  try {
    return { ok: true, models: await listModels(setup.provider.models(choice.access)) };
  } catch (error) {
    return { ok: false, problem: await explain(error, setup) };
  }
}

async function listModels({ url, headers, read }: ModelList): Promise<string[]> {
  const response = await providerFetch('list')(url, { headers, signal: AbortSignal.timeout(longestWait) });
  const responseBody = await response.text();
  if (response.ok) return readList(read, responseBody);
  const { APICallError } = await import('ai');
  const { status: statusCode } = response;
  throw new APICallError({ message: '', url, requestBodyValues: {}, statusCode, responseBody });
}

class UnreadableList extends Error {
  override readonly name = 'InvalidResponseDataError';
}

function readList(read: ModelList['read'], text: string): string[] {
  try {
    return read(JSON.parse(text));
  } catch (cause) {
    if (isWebPage(text)) throw new WebPageAnswer('A web page came in place of a list.');
    throw new UnreadableList('This is no list of models.', { cause });
  }
}

async function explain(error: unknown, setup: Setup): Promise<string> {
  const { name } = setup.provider;
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return `${name} did not answer within ${longestWait / 1_000} seconds. Check the address and the connection.`;
  }
  const { explainCheck } = await import('./explain-failure.ts');
  return explainCheck(error, setup);
}
