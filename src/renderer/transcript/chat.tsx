import type { Workspace } from '../../shared/workspace/workspace.ts';
import { useParley, useParleyState } from '../parley-context.tsx';
import type { ReadyChat } from '../state/chat/chat-view.ts';
import { LoadFailure } from '../ui/load-failure.tsx';
import { ChatSkeleton } from './chat-skeleton.tsx';
import { EmptyChat } from './empty-chat.tsx';
import { type LoadedMessageLog, useMessageLog } from './use-message-log.ts';

/** The open chat in whatever state it is. */
export function Chat({ workspace }: { workspace: Workspace }) {
  const { openWorkspace, requestCaret } = useParley();
  const log = useMessageLog();
  const chat = useParleyState(({ chats }) => chats[workspace.id]);
  if (chat === undefined) return <ChatSkeleton />;
  switch (chat.status) {
    case 'loading':
      return <ChatSkeleton />;
    case 'failed':
      return (
        <LoadFailure
          action="Try again"
          onAction={() => {
            openWorkspace(workspace.id);
            requestCaret();
          }}
        >
          {chat.problem}
        </LoadFailure>
      );
    case 'ready': {
      if (chat.transcript.messages.length === 0) return <EmptyChat workspace={workspace} />;
      return <Messages {...{ log, workspace, chat }} />;
    }
  }
}

type MessagesProps = { log: LoadedMessageLog; workspace: Workspace; chat: ReadyChat };

function Messages({ log, workspace, chat }: MessagesProps) {
  switch (log.status) {
    case 'loading':
      return <ChatSkeleton />;
    case 'failed':
      return (
        <LoadFailure action="Reload" onAction={() => window.location.reload()}>
          This chat could not be shown. Nothing is lost: what was said and what you typed are kept.
        </LoadFailure>
      );
    case 'ready':
      return <log.MessageLog key={workspace.id} workspace={workspace} chat={chat} />;
  }
}
