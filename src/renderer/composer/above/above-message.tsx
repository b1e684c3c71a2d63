import { contextShare, nearlyFull } from '../../../shared/workspace/context-share.ts';
import type { ProgressItem } from '../../../shared/transcript/transcript.ts';
import type { Workspace } from '../../../shared/workspace/workspace.ts';
import { useParleyState } from '../../parley-context.tsx';
import type { AskedTrust } from '../../state/composer/asked-trust.ts';
import { failedServers } from '../../state/composer/failed-servers.ts';
import { ContextHint } from './context-hint.tsx';
import { MessageQueue } from './message-queue.tsx';
import { RunningCommands } from './running-commands.tsx';
import { ServerProblems } from './server-problems.tsx';
import { TrustCard } from '../trust/trust-card.tsx';
import { ProgressStrip } from './progress-strip.tsx';

type AboveMessageProps = {
  workspace: Workspace;
  progress: readonly ProgressItem[] | undefined;
  /** What asks for trust in this chat, where something does. */
  trust: AskedTrust | undefined;
};

/** Everything over the message, where there is something: the agent's steps, how full the chat is, commands, the queue. */
export function AboveMessage({ workspace, progress, trust }: AboveMessageProps) {
  const app = useParleyState((state) => state.app);
  const failed = failedServers(app, workspace.folder);
  return (
    <>
      {trust !== undefined && (
        <TrustCard key={`${workspace.id} ${trust.of}`} workspace={workspace} {...trust} />
      )}
      {failed.length > 0 && <ServerProblems servers={failed} />}
      {progress !== undefined && <ProgressStrip workspace={workspace} items={progress} />}
      {(contextShare(workspace) ?? 0) >= nearlyFull && <ContextHint workspace={workspace} />}
      {workspace.commands.length > 0 && <RunningCommands workspace={workspace} />}
      <MessageQueue workspace={workspace} />
    </>
  );
}
