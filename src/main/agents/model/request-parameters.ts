import { z } from 'zod';
import { type ParameterName, parameterNameSchema } from '../../../shared/providers/provider.ts';

/** A header, or a part of the query, that a person has sent along with every request to a provider. */
export type RequestParameter = ParameterName & { value: string; secret: boolean };

const storedSchema = z.array(parameterNameSchema.extend({ value: z.string(), secret: z.boolean() }));

/** Returns the parameters of a stored text; none for one that can't be read. */
export function readParameters(text: string | undefined): readonly RequestParameter[] {
  try {
    return text === undefined ? [] : storedSchema.parse(JSON.parse(text));
  } catch {
    return [];
  }
}

/** Returns the parameters with one in place of its namesake, or without it where `value` is undefined. */
export function withParameter(
  parameters: readonly RequestParameter[],
  name: ParameterName,
  value: { text: string; secret: boolean } | undefined,
): RequestParameter[] {
  const others = parameters.filter((other) => !isSame(other, name));
  return value === undefined ? others : [...others, { ...name, value: value.text, secret: value.secret }];
}

/** Names of headers have no case. */
function isSame(one: ParameterName, other: ParameterName): boolean {
  if (one.in !== other.in) return false;
  return one.in === 'header' ? one.name.toLowerCase() === other.name.toLowerCase() : one.name === other.name;
}

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

/** Returns an address with the query that goes along; a name that it has already stays as it is. */
export function withQuery(address: string, parameters: readonly RequestParameter[]): string {
  const url = new URL(address);
  for (const { in: place, name, value } of parameters)
    if (place === 'query' && !url.searchParams.has(name)) url.searchParams.append(name, value);
  return url.href;
}

/** Returns headers with those that go along, which win. */
export function withHeaders(
  headers: RequestInit['headers'],
  parameters: readonly RequestParameter[],
): Headers {
  const all = new Headers(headers);
  for (const { in: place, name, value } of parameters) if (place === 'header') all.set(name, value);
  return all;
}
