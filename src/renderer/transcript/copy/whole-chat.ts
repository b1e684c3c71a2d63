import { isAgents } from '../../../shared/previews/preview-kind.ts';
import type { WorkspaceId } from '../../../shared/ids.ts';
import type { Message, Part } from '../../../shared/transcript/transcript.ts';
import type { Companion } from '../../companion.ts';
import { cardAsText } from '../../../shared/questions/question-text.ts';
import { toolSummary } from '../tools/tool-summary.ts';

/** Messages in one request. */
const pageSize = 500;

type Read = Companion['client']['workspace']['readMessages'];

export async function wholeChatText(read: Read, id: WorkspaceId): Promise<string> {
  return messagesAsText(await readWholeChat(read, id));
}

/** Reads all messages of a chat, also those that are not loaded. Throws what `read` throws. */
export async function readWholeChat(read: Read, id: WorkspaceId): Promise<Message[]> {
  let page = await read({ workspaceId: id, at: { type: 'start' }, count: pageSize });
  const messages: Message[] = [...page.messages];
  for (let last = messages.at(-1); page.hasLater && last !== undefined; last = messages.at(-1)) {
    page = await read({ workspaceId: id, at: { type: 'after', messageId: last.id }, count: pageSize });
    messages.push(...page.messages);
  }
  return messages;
}

/**
 * Returns a chat as text, each turn under its speaker's name; messages as Markdown, questions with their answers.
 */
export function messagesAsText(messages: readonly Message[]): string {
  const said: string[] = [];
  let speaker: string | null = null;
  for (const message of messages) {
    const texts = message.role === 'user' ? [message.text] : message.parts.flatMap(partText);
    if (texts.length === 0) continue;
    const name = speakerName(message);
    if (speaker !== name) said.push(name);
    speaker = name;
    said.push(...texts);
  }
  return said.join('\n\n');
}

function speakerName(message: Message): string {
  switch (message.role) {
    case 'user':
      return 'You:';
    case 'agent':
      return 'Agent:';
    case 'outside': {
      const [part] = message.parts;
      if (part?.type === 'tool' && part.kind === 'preview' && part.action && !isAgents(part.action.preview))
        return 'You:';
      return `${(part?.type === 'tool' && 'ask' in part && part.ask?.asker) || 'Asker'}:`;
    }
  }
}

function partText(part: Part): string[] {
  switch (part.type) {
    case 'text':
      return part.text.trim() === '' ? [] : [part.text.trim()];
    case 'reasoning':
    case 'summary':
      return [];
    case 'tool':
      return [
        'ask' in part && part.ask !== null ? cardAsText(part.ask, part.ask.draft) : toolSummary([part]),
      ];
  }
}
