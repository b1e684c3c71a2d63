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
