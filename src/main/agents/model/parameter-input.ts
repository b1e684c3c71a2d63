import type { ParameterName } from '../../../shared/providers/provider.ts';
import type { RequestParameter } from './request-parameters.ts';

/** Headers that describe the request itself, or the connection that it takes. */
const ownHeaders = new Set([
  'connection',
  'content-length',
  'content-type',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Returns what is wrong with a parameter, for a person; undefined for nothing. */
export function parameterProblem({ in: place, name }: ParameterName, value: string): string | undefined {
  if (name === '') return 'Enter a name.';
  if (place === 'query') return undefined;
  if (!/^[!#$%&'*+.^_`|~\dA-Za-z-]+$/.test(name))
    return 'The name of a header has letters, digits and hyphens only. Enter it without a colon.';
  if (ownHeaders.has(name.toLowerCase())) return `${name} is set by Parley. Choose another header.`;
  if (!/^[\t\x20-\x7e]*$/.test(value))
    return 'The value has a line break or signs that no header can have. Copy it again.';
  return undefined;
}

/**
 * Takes the query out of an address as parameters; those whose names sound like secrets are. What is no web address
 * stays as it is.
 */
export function withoutQuery(address: string): { address: string; query: RequestParameter[] } {
  const url = URL.parse(address);
  if (url === null || url.search === '' || !/^https?:$/.test(url.protocol)) return { address, query: [] };
  const query = Array.from(
    url.searchParams,
    ([name, value]): RequestParameter => ({ in: 'query', name, value, secret: soundsSecret.test(name) }),
  );
  url.search = '';
  return { address: url.href, query };
}

const soundsSecret = /key|token|secret|pass|sig|auth|code|credential/i;
