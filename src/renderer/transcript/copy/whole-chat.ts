import type { WorkspaceId } from '../../../shared/ids.ts';
import type { Message } from '../../../shared/transcript/transcript.ts';
import type { Companion } from '../../companion.ts';
import { chatText } from './chat-text.ts';

/** How many messages are asked for at a time. */
const pageSize = 500;

/** The whole chat as text, also what the window has not loaded. Throws what reading throws. */
export async function wholeChatText(
  read: Companion['client']['workspace']['readMessages'],
  id: WorkspaceId,
): Promise<string> {
  let page = await read({ workspaceId: id, at: { type: 'start' }, count: pageSize });
  const messages: Message[] = [...page.messages];
  for (let last = messages.at(-1); page.hasLater && last !== undefined; last = messages.at(-1)) {
    page = await read({ workspaceId: id, at: { type: 'after', messageId: last.id }, count: pageSize });
    messages.push(...page.messages);
  }
  return chatText(messages);
}
