import { createHash } from 'node:crypto';
import type { LanguageModelV4Prompt } from '@ai-sdk/provider';

/** The ids of calls that a service takes, and how any other becomes one; the same from the same. */
type IdForm = { isTaken: (id: string) => boolean; make: (id: string) => string };

const hash = (id: string, length: number) => createHash('sha256').update(id).digest('hex').slice(0, length);

/** Anthropic's: letters, digits, `_` and `-`. */
export const plainIds: IdForm = {
  isTaken: (id) => /^[a-zA-Z0-9_-]+$/.test(id),
  make: (id) => `${id.replaceAll(/[^a-zA-Z0-9_-]/g, '_').slice(0, 50)}_${hash(id, 8)}`,
};

/** Those of OpenAI's Chat Completions, at most 40 characters; Moonshot's models want theirs with dots and colons back. */
export const shortIds: IdForm = {
  isTaken: (id) => id.length <= 40,
  make: (id) => `call_${hash(id, 24)}`,
};

/** Those of OpenAI's Responses, at most 64 characters. */
export const responseIds: IdForm = { ...shortIds, isTaken: (id) => id.length <= 64 };

/** Mistral's: nine letters or digits ("Tool call id was … but must be a-z, A-Z, 0-9, with a length of 9."). */
export const mistralIds: IdForm = {
  isTaken: (id) => /^[a-zA-Z0-9]{9}$/.test(id),
  make: (id) => hash(id, 9),
};

/**
 * Returns a prompt with the ids of its calls as a service takes them: a chat may hold those of another, and a refusal of
 * one would end it for good.
 */
export function withCallIds(prompt: LanguageModelV4Prompt, { isTaken, make }: IdForm): LanguageModelV4Prompt {
  const plain = <Part extends object>(part: Part): Part =>
    'toolCallId' in part && typeof part.toolCallId === 'string' && !isTaken(part.toolCallId)
      ? { ...part, toolCallId: make(part.toolCallId) }
      : part;
  return prompt.map((message) => {
    switch (message.role) {
      case 'assistant':
        return { ...message, content: message.content.map(plain) };
      case 'tool':
        return { ...message, content: message.content.map(plain) };
      case 'system':
      case 'user':
        return message;
    }
  });
}
