import type { LanguageModel, LanguageModelUsage } from 'ai';
import { adjustmentFor } from './adjust-request.ts';
import { BrokenAnswer, improperFinish } from './answer-end.ts';
import { callModel, type ModelCall } from './model-call.ts';
import { isMarkedAsThought } from './providers/thought-tags.ts';
import { type Adjustments, Repairs } from './repairs.ts';

export type PlainRequest = {
  model: Exclude<LanguageModel, string>;
  instructions: string;
  content: string;
  /** True for a model that thinks on request; it is told not to here. */
  thinks: boolean;
  /** The tokens that the answer may take; null where its provider decides. */
  mostOutput: number | null;
  signal: AbortSignal;
  /** Called with the usage of each request. */
  onUsage: (usage: LanguageModelUsage) => void;
};

/**
 * Asks a model for one text, without tools and outside of any chat. A request that is refused for a reason that names
 * its remedy is made again so. Throws what a model call throws, and BrokenAnswer for an improper end.
 */
export async function plainAnswer(request: PlainRequest): Promise<string> {
  const { mostOutput } = request;
  const repairs = new Repairs();
  const thinking = request.thinks ? 'off' : null;
  for (let adjusted: Adjustments = {}; ; ) {
    try {
      return await textOf(request, { thinking, mostOutput, adjusted });
    } catch (error) {
      const isThinking = thinking !== null && adjusted.thinking === undefined;
      const most = adjusted.mostOutput === undefined ? mostOutput : adjusted.mostOutput;
      const adjustment = adjustmentFor(error, { isForced: false, isThinking, mostOutput: most });
      if (adjustment === undefined || !repairs.allow(adjustment.kind)) throw error;
      repairs.add(adjustment.kind);
      adjusted = { ...adjusted, ...adjustment.now };
    }
  }
}

async function textOf(
  { model, instructions, content, signal, onUsage }: PlainRequest,
  how: Pick<ModelCall, 'thinking' | 'mostOutput' | 'adjusted'>,
): Promise<string> {
  const messages = [{ role: 'user' as const, content }];
  let text = '';
  for await (const part of callModel({ model, instructions, messages, tools: [], signal, ...how })) {
    if (part.type === 'text-delta') text += part.text;
    if (part.type === 'text-end' && isMarkedAsThought(part.providerMetadata)) text = '';
    if (part.type === 'error') throw part.error;
    if (part.type === 'abort') throw new DOMException('The request was stopped.', 'AbortError');
    if (part.type !== 'finish-step') continue;
    onUsage(part.usage);
    const broken = improperFinish(part.finishReason);
    if (broken !== undefined) throw new BrokenAnswer(broken);
  }
  return text;
}
