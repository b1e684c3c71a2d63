import type { LanguageModelV4Message, LanguageModelV4Prompt } from '@ai-sdk/provider';
import { reminder } from '../../../previews/resolve-steering.ts';
import { type Attached, readUserMessage } from './asking.ts';

/** A call the guide made earlier and what came of it; `result` is null where none is known. */
export type Call = {
  type: 'call';
  name: string;
  input: Record<string, unknown>;
  result: { ok: boolean; text: string } | null;
};

/**
 * The guide's view of one entry of a chat, in chat order; `told` is a text about a preview between its steps.
 */
export type Item =
  | { type: 'user'; text: string; attached: Attached[] }
  | { type: 'agent'; text: string }
  | { type: 'told'; text: string }
  | Call;

/** Returns the entries of a chat from the prompt of a model call. */
export function itemsIn(prompt: LanguageModelV4Prompt): Item[] {
  const results = resultsById(prompt);
  return prompt.flatMap((message) => toItems(message, results));
}

export function isCall(item: Item): item is Call {
  return item.type === 'call';
}

type Results = Map<string, { ok: boolean; text: string }>;

function resultsById(prompt: LanguageModelV4Prompt): Results {
  const results: Results = new Map();
  for (const message of prompt) {
    if (message.role !== 'tool') continue;
    for (const part of message.content) {
      if (part.type !== 'tool-result') continue;
      const { output } = part;
      const text = output.type === 'text' || output.type === 'error-text' ? output.value : '';
      results.set(part.toolCallId, { ok: output.type === 'text', text });
    }
  }
  return results;
}

function toItems(message: LanguageModelV4Message, results: Results): Item[] {
  switch (message.role) {
    case 'user':
      return isReminder(message) ? [] : [toldItem(message) ?? { type: 'user', ...readUserMessage(message) }];
    case 'assistant':
      return message.content.flatMap((part): Item[] => {
        if (part.type === 'text') return [{ type: 'agent', text: part.text }];
        if (part.type !== 'tool-call') return [];
        const { toolName: name, toolCallId, input } = part;
        return [{ type: 'call', name, input: asRecord(input), result: results.get(toolCallId) ?? null }];
      });
    case 'system':
    case 'tool':
      return [];
  }
}

type UserMessage = Extract<LanguageModelV4Message, { role: 'user' }>;

const aboutPreview = /^<system-reminder>\n(?:About the preview “[^]*?”: )?([^]*)\n<\/system-reminder>$/;

/**
 * Returns the text about a preview given between the guide's steps, without its envelope; undefined for any
 * other message.
 */
function toldItem(message: UserMessage): Item | undefined {
  const text = aboutPreview.exec(readUserMessage(message).text)?.[1];
  return text === undefined ? undefined : { type: 'told', text };
}

/** That something is a preview the guide knows; it resolves it anyway. */
function isReminder(message: UserMessage): boolean {
  return readUserMessage(message).text.startsWith(reminder);
}

function asRecord(input: unknown): Record<string, unknown> {
  return typeof input === 'object' && input !== null ? { ...input } : {};
}
