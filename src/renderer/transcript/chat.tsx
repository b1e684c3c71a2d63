import type { Workspace } from '../../shared/workspace/workspace.ts';
import { useParley, useParleyState } from '../parley-context.tsx';
import { Trouble } from '../ui/trouble.tsx';
import { ChatSkeleton } from './chat-skeleton.tsx';
import { Conversation } from './conversation.tsx';
import { EmptyChat } from './empty-chat.tsx';

/** The open chat in whatever state it is. */
export function Chat({ workspace }: { workspace: Workspace }) {
  const { openWorkspace, wantCaret } = useParley();
  const chat = useParleyState(({ chats }) => chats[workspace.id]);
  if (chat === undefined) return <ChatSkeleton />;
  switch (chat.status) {
    case 'loading':
      return <ChatSkeleton />;
    case 'failed':
      return (
        <Trouble
          action="Try again"
          onAction={() => {
            openWorkspace(workspace.id);
            wantCaret();
          }}
        >
          {chat.problem}
        </Trouble>
      );
    case 'ready': {
      if (chat.transcript.messages.length === 0) return <EmptyChat workspace={workspace} />;
      return <Conversation key={workspace.id} workspace={workspace} chat={chat} />;
    }
  }
}
