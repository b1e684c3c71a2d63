import { visibleJson } from '../../../shared/hidden-characters.ts';
import type { Message, Part, ToolPart } from '../../../shared/transcript/transcript.ts';
import type { Workspace } from '../../../shared/workspace/workspace.ts';

/** Times are milliseconds since 1970. */
export type ExportedChat = {
  chat: Pick<Workspace, 'name' | 'folder'> & { agent: Pick<Workspace['agent'], 'id' | 'name' | 'model'> };
  messages: readonly Message[];
  exportedAt: number;
};

/**
 * Returns a message as it may be exported: without unsent input, and without what tools returned to the model,
 * since a file may hold secrets.
 */
export function withoutPrivate(message: Message): Message {
  if (message.role === 'user') return message;
  return { ...message, parts: message.parts.map((part): Part => (part.type === 'tool' ? bare(part) : part)) };
}

function bare(part: ToolPart): ToolPart {
  switch (part.kind) {
    case 'plain':
    case 'run':
      return { ...part, result: part.result && { ...part.result, text: '', display: undefined } };
    case 'question':
    case 'command':
      return { ...part, ask: part.ask && { ...part.ask, draft: [] } };
    case 'preview':
      return { ...part, unsent: undefined };
  }
}

/** Returns a chat as JSON, with hidden characters as escapes. */
export function chatJson({ chat, messages, exportedAt }: ExportedChat): string {
  const { name, folder, agent } = chat;
  const exported = {
    format: 'parley-chat',
    version: 1,
    exportedAt: new Date(exportedAt).toISOString(),
    chat: { name, folder, agent: agent.id },
    messages: messages.map(withoutPrivate),
  };
  return `${visibleJson(JSON.stringify(exported, null, 2))}\n`;
}
