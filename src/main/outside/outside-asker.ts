import { createHash } from 'node:crypto';
import type { Asker } from '../../shared/contract/outside-ask.ts';

/** How long what the person decided is kept for an asker that is gone, in milliseconds. */
export const keptFor = 24 * 60 * 60 * 1_000;

/** How a card names an asker. */
export function askerName({ name, version }: Asker): string {
  return version ? `${name} ${version}` : name;
}

/** The same for the same things, in their order: what is asked again is known by it. */
export function likenessOf(...things: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(things)).digest('base64url');
}
