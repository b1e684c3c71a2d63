import type { MessageId } from '../../../shared/ids.ts';
import type { Message, UserMessage } from '../../../shared/transcript/transcript.ts';

/** All that a speaker said up to and with a message, since the other one spoke; as Markdown. */
export function turnText(messages: readonly Message[], id: MessageId): string {
  const end = messages.findIndex((message) => message.id === id);
  const last = messages[end];
  if (last === undefined) return '';
  if (last.role === 'user') return last.text;
  const begin = messages.findLastIndex(({ role }, index) => index < end && role === 'user') + 1;
  return messages
    .slice(begin, end + 1)
    .flatMap((message) => (message.role === 'agent' ? message.parts : []))
    .flatMap((part) => (part.type === 'text' && part.text.trim() !== '' ? [part.text.trim()] : []))
    .join('\n\n');
}

/** The person's message that a message of the agent came after. */
export function userMessageBefore(messages: readonly Message[], id: MessageId): UserMessage | undefined {
  return messages.findLast((message): message is UserMessage => message.role === 'user' && message.id < id);
}
