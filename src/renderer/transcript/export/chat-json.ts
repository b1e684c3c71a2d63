import { visibleJson } from '../../../shared/hidden-characters.ts';
import { type ExportedChat, withoutPrivate } from './exported-chat.ts';

/** Returns a chat as JSON; a hidden character stands in it as its escape. */
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
