import { createRequire } from 'node:module';
import type { parseAsync } from '@ast-grep/napi';
import { z } from 'zod';

/** The part of `@ast-grep/napi` that is used. */
export type AstGrep = { parseAsync: typeof parseAsync };

const astGrepSchema = z.custom<AstGrep>(
  (library: unknown) => typeof library === 'object' && library !== null && 'parseAsync' in library,
);

/**
 * Returns a function that loads the library on first use. It returns undefined where the library can't run on
 * this machine; `onMissing` then gets the reasons, once.
 */
export function astGrepLoader(onMissing: (why: string) => void): () => AstGrep | undefined {
  let loaded: { astGrep: AstGrep | undefined } | undefined;
  return () => {
    loaded ??= { astGrep: load(onMissing) };
    return loaded.astGrep;
  };
}

function load(onMissing: (why: string) => void): AstGrep | undefined {
  try {
    return astGrepSchema.parse(createRequire(import.meta.url)('@ast-grep/napi'));
  } catch (error) {
    onMissing(reasonsOf(error).join(' '));
    return undefined;
  }
}

/** Returns the messages of an error and its causes. */
function reasonsOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [String(error)];
  return [error.message, ...(error.cause === undefined ? [] : reasonsOf(error.cause))];
}
