import { Clock } from 'lucide-react';
import { useId, useMemo } from 'react';
import type { UserMessage } from '../../../shared/transcript/transcript.ts';
import type { Workspace } from '../../../shared/workspace/workspace.ts';
import { useParley, useParleyState } from '../../parley-context.tsx';
import { emptyComposer, queueDelay } from '../../state/composer/composer-state.ts';
import { createQueueIntents, type QueueIntents } from '../../state/composer/queue-intents.ts';
import { AfterDelay } from '../../ui/after-delay.tsx';
import { Button } from '../../ui/button.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { useShallow } from 'zustand/react/shallow';
import type { WorkspaceId } from '../../../shared/ids.ts';

/**
 * Messages sent while the agent works that it has not read yet. Every message is in the queue for a moment, and
 * one that is read at once must not flicker there.
 */
export function MessageQueue({ workspace }: { workspace: Workspace }) {
  const queued = useQueuedMessages(workspace.id);
  const delay = useParleyState(({ composers }) =>
    queueDelay(composers[workspace.id] ?? emptyComposer, queued.length),
  );
  if (queued.length === 0) return null;
  return (
    <AfterDelay key={delay} delay={delay}>
      <Queue workspace={workspace} queued={queued} />
    </AfterDelay>
  );
}

function Queue({ workspace, queued }: { workspace: Workspace; queued: readonly UserMessage[] }) {
  const parley = useParley();
  const intents = useMemo(() => createQueueIntents(parley), [parley]);
  const headingId = useId();
  return (
    <section
      aria-labelledby={headingId}
      className="mx-3 rounded-t-card border border-b-0 border-hairline bg-window px-3 pt-1.5 pb-1 text-second [section+&]:rounded-t-none"
    >
      <h2 id={headingId} className="flex items-center gap-1.5 text-small text-secondary">
        <Clock aria-hidden className="size-3.5 shrink-0" />
        {workspace.turn.status === 'working'
          ? `In the queue: ${workspace.agent.name} reads it next`
          : `In the queue: ${workspace.agent.name} reads it when it goes on`}
      </h2>
      <ol className="max-h-[25dvh] overflow-y-auto">
        {queued.map((message) => (
          <QueuedMessage key={message.id} {...{ message, workspace, intents }} />
        ))}
      </ol>
    </section>
  );
}

type QueuedMessageProps = { message: UserMessage; workspace: Workspace; intents: QueueIntents };

function QueuedMessage({ message, workspace: { id, turn, agent }, intents }: QueuedMessageProps) {
  const { requestCaret } = useParley();
  const { editQueued, removeQueued, sendQueuedNow } = intents;
  const sending = useParleyState(({ composers }) => (composers[id]?.sending ?? null) !== null);
  const textId = useId();
  return (
    <li className="flex flex-wrap items-center gap-x-2">
      <QueuedText id={textId} message={message} />
      <span className="ms-auto flex forced-colors:gap-1">
        <Button
          look="quiet"
          title={sendNowText(agent, turn.status === 'working')}
          aria-describedby={textId}
          onClick={() => {
            sendQueuedNow(id, message.id);
            requestCaret();
          }}
        >
          Send now
        </Button>
        <Button
          look="quiet"
          aria-describedby={textId}
          disabled={sending}
          onClick={() => {
            editQueued(id, message);
            requestCaret();
          }}
        >
          Edit
        </Button>
        <Button
          look="quiet"
          aria-describedby={textId}
          onClick={() => {
            removeQueued(id, message.id);
            requestCaret();
          }}
        >
          Remove
        </Button>
      </span>
    </li>
  );
}

function QueuedText({ id, message: { text, attachments } }: { id: string; message: UserMessage }) {
  return (
    <p
      id={id}
      dir="auto"
      title={text}
      className="line-clamp-2 min-w-28 flex-1 whitespace-pre-line wrap-anywhere"
    >
      {text}
      {attachments.length > 0 && (
        <span className="text-secondary">
          {' '}
          <VisibleText text={attachments.map(({ name }) => `[${name}]`).join(' ')} layout="line" />
        </span>
      )}
    </p>
  );
}

function sendNowText({ steers }: Workspace['agent'], works: boolean): string {
  if (!works) return 'The agent goes on and reads this';
  return steers === true
    ? 'The agent reads this now, without stopping'
    : 'The agent stops and reads this now';
}

/**
 * Returns the messages that a chat's agent has not read yet, oldest first; the same array while they are the
 * same.
 */
function useQueuedMessages(id: WorkspaceId): UserMessage[] {
  return useParleyState(
    useShallow(({ chats }) => {
      const chat = chats[id];
      const messages = chat?.status === 'ready' ? chat.transcript.messages : [];
      return messages.filter((message) => message.role === 'user').filter(({ queued }) => queued);
    }),
  );
}
