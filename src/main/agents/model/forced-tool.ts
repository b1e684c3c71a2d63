import { APICallError, wrapLanguageModel } from 'ai';

type Wrapped = Parameters<typeof wrapLanguageModel>[0]['model'];

/**
 * A model whose next request has to call a tool. Said to the provider behind the library's back, for the
 * library fails an answer that does something else, and loses what the model said and called instead. A
 * request that the provider refuses for it is sent again without it, with the same tools.
 */
export function forcingTool(model: Wrapped, toolName: string): Wrapped {
  return wrapLanguageModel({
    model,
    middleware: {
      async wrapStream({ model: asked, params }) {
        try {
          return await asked.doStream({ ...params, toolChoice: { type: 'tool', toolName } });
        } catch (error) {
          if (!refusesForce(error)) throw error;
          return asked.doStream(params);
        }
      },
    },
  });
}

/**
 * The words for forcing a tool in providers' errors; LM Studio has no code for it, DeepSeek and Claude refuse
 * it while they reason.
 */
const forcing = /tool[_ ]?choice|function[_ ]?calling|allowed_?function_?names/i;

/** True when a provider refused a request because it forces a tool. */
function refusesForce(error: unknown): boolean {
  if (!APICallError.isInstance(error)) return false;
  const { statusCode, message, responseBody = '' } = error;
  return [400, 404, 422].includes(statusCode ?? 0) && forcing.test(`${message} ${responseBody}`);
}
