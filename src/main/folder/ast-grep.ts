import { createRequire } from 'node:module';
import type { parseAsync } from '@ast-grep/napi';
import { z } from 'zod';

/** The part of `@ast-grep/napi` that reads code. */
export type AstGrep = { parseAsync: typeof parseAsync };

const astGrepSchema = z.custom<AstGrep>(
  (library: unknown) => typeof library === 'object' && library !== null && 'parseAsync' in library,
);

/**
 * Returns what loads the library when it is first needed, and remembers it. It returns undefined where there is
 * none for this machine; `onMissing` is then told the reasons, once.
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

/** The message of an error and those of its causes. */
function reasonsOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [String(error)];
  return [error.message, ...(error.cause === undefined ? [] : reasonsOf(error.cause))];
}
