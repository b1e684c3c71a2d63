import type { Transcript } from '../../../../src/shared/transcript/transcript.ts';
import type { startKeeperChat } from './external-chat.ts';
import { toolParts } from '../../test-app.ts';

const words = (sessionUpdate: string, text: string, messageId?: string) => ({
  sessionUpdate,
  content: { type: 'text', text },
  messageId,
});

/** The updates of a session: that it was told something, thought, and said something. */
export const heard = (text: string, id?: string) => words('user_message_chunk', text, id);
export const thought = (text: string) => words('agent_thought_chunk', text);
export const told = (text: string) => words('agent_message_chunk', text);

/** The messages of a chat as a person reads them, one line each. */
export const lines = ({ messages }: Transcript): string[] =>
  messages.map((message) =>
    message.role === 'user'
      ? `me: ${message.text}`
      : message.parts
          .map((part) => (part.type === 'tool' ? `[${part.work?.title}]` : 'text' in part ? part.text : ''))
          .join(' | '),
  );

/** True once an earlier session was opened in the chat. */
export const opened = (transcript: Transcript): boolean =>
  toolParts(transcript).some(({ work }) => work?.title === 'Opened from the sessions of Claude Code');

export type KeeperChat = Awaited<ReturnType<typeof startKeeperChat>>;

/** When the sessions that tests open were used last. */
export const usedAt = '2026-11-20T10:00:00.000Z';

/** Opens a session, as it was listed. */
export const openKept = (
  { client, workspace }: Pick<KeeperChat, 'client' | 'workspace'>,
  sessionId: string,
) =>
  client.workspace.openAgentSession({
    workspaceId: workspace.id,
    sessionId,
    title: 'The menu',
    at: Date.parse(usedAt),
  });
