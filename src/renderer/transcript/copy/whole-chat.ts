import type { WorkspaceId } from '../../../shared/ids.ts';
import type { Message } from '../../../shared/transcript/transcript.ts';
import type { Companion } from '../../companion.ts';
import { chatText } from './chat-text.ts';

/** How many messages are asked for at a time. */
const pageSize = 500;

/** The whole chat as text, also what the window has not loaded. Throws what reading throws. */
export async function wholeChatText(
  companion: Pick<Companion, 'readMessages'>,
  id: WorkspaceId,
): Promise<string> {
  let page = await companion.readMessages(id, { type: 'start' }, pageSize);
  const messages: Message[] = [...page.messages];
  for (let last = messages.at(-1); page.hasLater && last !== undefined; last = messages.at(-1)) {
    page = await companion.readMessages(id, { type: 'after', messageId: last.id }, pageSize);
    messages.push(...page.messages);
  }
  return chatText(messages);
}
