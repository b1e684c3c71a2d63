import type { LanguageModelV4Middleware } from '@ai-sdk/provider';
import { property } from '../../../../shared/thrown-error.ts';

/**
 * Makes thoughts of what stands between tags at the beginning of a text. The library's `extractReasoningMiddleware` also
 * takes tags in the middle, which a model may write about, and has no way for a closing one alone. A text before such
 * a one ends with a mark, for which see `isMarkedAsThought`.
 */
export const thoughtTags: LanguageModelV4Middleware = {
  specificationVersion: 'v4',
  async wrapStream({ doStream }) {
    const { taggedThoughts } = await import('./tagged-thoughts.ts');
    const { stream, ...rest } = await doStream();
    return { ...rest, stream: stream.pipeThrough(taggedThoughts()) };
  },
};

/** True for a text of which its end showed that it was thought. */
export function isMarkedAsThought(metadata: unknown): boolean {
  return property(property(metadata, 'parley'), 'thought') === true;
}
