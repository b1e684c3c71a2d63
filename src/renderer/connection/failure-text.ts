import { ORPCError } from '@orpc/client';

const unexpected = 'Something unexpected went wrong. Nothing you typed is lost; try again.';

/** A failure in words for a person: the problem main named, its message, or a general sentence. */
export function failureText(error: unknown): string {
  if (!(error instanceof ORPCError)) return unexpected;
  const data: unknown = error.data;
  if (typeof data === 'object' && data !== null && 'problem' in data && typeof data.problem === 'string') {
    return data.problem;
  }
  return error.message || unexpected;
}
