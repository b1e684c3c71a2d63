import { wrapLanguageModel } from 'ai';

type Wrapped = Parameters<typeof wrapLanguageModel>[0]['model'];

/**
 * A model whose next request has to call a tool. Said to the provider behind the library's back, for the
 * library fails an answer that does something else, and loses what the model said and called instead.
 */
export function forcingTool(model: Wrapped, toolName: string): Wrapped {
  return wrapLanguageModel({
    model,
    middleware: {
      transformParams: async ({ params }) => ({ ...params, toolChoice: { type: 'tool', toolName } }),
    },
  });
}
