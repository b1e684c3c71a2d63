import { useEffect, useState } from 'react';
import type { WorkspaceId } from '../../shared/ids.ts';
import type { Workspace } from '../../shared/workspace/workspace.ts';
import { useParley, useParleyState } from '../parley-context.tsx';
import type { ReadyChat } from '../state/chat/chat-view.ts';
import { afterPaint } from '../ui/after-paint.ts';
import { Button } from '../ui/button.tsx';
import { reportLostPart } from '../ui/lazy-part.ts';
import { LoadFailure } from '../ui/problem-line.tsx';
import { ChatSkeleton } from './chat-skeleton.tsx';
import type { MessageLog } from './message-log.tsx';

const suggestions = [
  'Plan a README for this project',
  'Plan tests for what matters most',
  'Where should I start reading this project?',
];

/** A chat in which nothing was said yet; a suggestion goes into the composer. */
function EmptyChat({ workspace }: { workspace: Workspace }) {
  const { typeElsewhere } = useParley();
  return (
    <div
      role="log"
      aria-label="Conversation"
      aria-live="off"
      className="fade-below column flex min-h-0 flex-1 flex-col items-center overflow-y-auto [container-type:size]"
    >
      <div className="m-auto flex flex-col items-center gap-5 pt-4 pb-8 text-center">
        <p className="max-w-100 text-title font-medium text-balance">
          Say what you want done. Nothing is decided without asking you.
        </p>
        {/* Cut in half they would look broken: they go where something large stands over the message. */}
        <ul
          aria-label="Suggestions"
          className="flex flex-col items-center gap-2 [@container(height<14rem)]:hidden"
        >
          {suggestions.map((suggestion) => (
            <li key={suggestion}>
              <Button onClick={() => typeElsewhere(workspace.id, suggestion)}>{suggestion}</Button>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** `unavailable` until the page is reloaded. */
type LoadedMessageLog =
  | { status: 'loading' }
  | { status: 'failed' }
  | { status: 'ready'; MessageLog: typeof MessageLog };

/** Evaluates the code of the chat once the composer is usable; its bytes came with the page. */
function useMessageLog(): LoadedMessageLog {
  const [loaded, setLoaded] = useState<LoadedMessageLog>({ status: 'loading' });
  useEffect(
    () =>
      afterPaint(() => {
        import('./message-log.tsx').then(
          (part) => setLoaded({ status: 'ready', MessageLog: part.MessageLog }),
          () => {
            reportLostPart();
            setLoaded({ status: 'failed' });
          },
        );
      }),
    [],
  );
  return loaded;
}

export function Chat({ workspace }: { workspace: Workspace }) {
  const { openWorkspace, requestCaret } = useParley();
  const log = useMessageLog();
  const chat = useParleyState(({ chats }) => chats[workspace.id]);
  const isUntouched =
    chat?.status === 'ready' && chat.transcript.messages.length === 0 && workspace.turn.status === 'idle';
  const [begunHere, setBegunHere] = useState<WorkspaceId | null>(null);
  if (isUntouched && begunHere !== workspace.id) setBegunHere(workspace.id);
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
    case 'ready':
      if (isUntouched) return <EmptyChat workspace={workspace} />;
      return <Messages {...{ log, workspace, chat }} isNew={begunHere === workspace.id} />;
  }
}

type MessagesProps = { log: LoadedMessageLog; workspace: Workspace; chat: ReadyChat; isNew: boolean };

function Messages({ log, ...shown }: MessagesProps) {
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
      return <log.MessageLog key={shown.workspace.id} {...shown} />;
  }
}
