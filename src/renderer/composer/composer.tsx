import { Suspense, useId } from 'react';
import type { ProgressItem } from '../../shared/transcript/transcript.ts';
import type { Workspace } from '../../shared/workspace/workspace.ts';
import { tooLongText } from '../connection/connection.ts';
import { useConnection, useParleyState } from '../parley-context.tsx';
import { emptyComposer, isReady, type Recipient } from '../state/composer/composer-state.ts';
import { failedServers } from '../state/composer/failed-servers.ts';
import { recipientOf } from '../state/composer/recipient.ts';
import type { ChatView } from '../state/chat/chat-view.ts';
import { isTooLong } from '../state/text-limit.ts';
import { lazyPart } from '../ui/lazy-part.ts';
import { ProblemLine } from '../ui/problem-line.tsx';
import { ComposerBox } from './composer-box.tsx';
import { StatusLine } from './above/status-line.tsx';

// Loaded when there first is something: the field itself is what a window begins with.
const AboveMessage = lazyPart(async () => (await import('./above/above-message.tsx')).AboveMessage);

/** Field for the next message; always usable, whatever the agent does. */
export function Composer({ workspace }: { workspace: Workspace }) {
  const { id, agent, commands, usage } = workspace;
  const connection = useConnection();
  const composer = useParleyState(({ composers }) => composers[id] ?? emptyComposer);
  const notice = useParleyState(({ notices }) => notices[id]);
  const problemId = useId();
  const recipient = useRecipient(workspace);
  const strayFiles = recipient.asker !== null && composer.attached.length > 0;
  const isQueued = useParleyState(({ chats }) => hasQueued(chats[id]));
  const progress = useParleyState(({ chats }) => progressIn(chats[id]));
  const hasFailedServers = useParleyState(({ app }) => failedServers(app, workspace.folder).length > 0);
  const asksForTrust = useParleyState(
    ({ app }) => app?.trust.asking.find((one) => isAbout(one, workspace))?.fingerprint,
  );
  const hasMore =
    isQueued ||
    commands.length > 0 ||
    progress !== undefined ||
    hasFailedServers ||
    asksForTrust !== undefined ||
    usage.context * 5 > (agent.contextWindow ?? Infinity) * 3;
  const { text, problem } = composer;
  const said = strayFiles ? filesForAgent : isTooLong(text) ? tooLongText : (problem ?? notice);
  return (
    <div className="gutters shrink-0 overflow-y-hidden">
      <div className="column pb-5 short:pb-2">
        <StatusLine connection={connection} workspace={workspace} />
        {said !== undefined && (
          <div className="pb-2">
            <ProblemLine id={problemId}>{said}</ProblemLine>
          </div>
        )}
        <Suspense>{hasMore && <AboveMessage {...{ workspace, progress }} trust={asksForTrust} />}</Suspense>
        <ComposerBox
          {...{ workspace, composer, recipient }}
          canSend={isReady(composer) && !isTooLong(text) && !strayFiles}
          describedBy={said === undefined ? undefined : problemId}
        />
      </div>
    </div>
  );
}

function isAbout(asked: { folder: string; agent: string | null }, { folder, agent }: Workspace): boolean {
  return asked.folder === folder && asked.agent === (agent.inLoop ? null : agent.id);
}

function hasQueued(chat: ChatView | undefined): boolean {
  if (chat?.status !== 'ready') return false;
  return chat.transcript.messages.some((message) => message.role === 'user' && message.queued);
}

function progressIn(chat: ChatView | undefined): readonly ProgressItem[] | undefined {
  return chat?.status === 'ready' ? chat.transcript.progress : undefined;
}

const filesForAgent = 'Files can go to the agent only. Remove them, or send this to the agent.';

/** Who gets the message of a chat; `asker` is the name of the outside asker, null for the chat's agent. */
function useRecipient({ id, outsideAsks }: Workspace): { to: Recipient; asker: string | null } {
  const to = useParleyState((state) => recipientOf(state, id));
  return { to, asker: outsideAsks.find(({ toolCallId }) => toolCallId === to)?.asker ?? null };
}
