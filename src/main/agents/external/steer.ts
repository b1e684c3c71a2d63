import type { MessageId, WorkspaceId } from '../../../shared/ids.ts';
import type { TurnSignals } from '../chat-agent.ts';
import type { HostedParts } from './hosted-parts.ts';
import type { HostedSession } from './session/hosted-session.ts';
import type { KeptSession } from './session/kept-session.ts';
import { saidAfter } from './prompt-for.ts';
import type { UpdateRecorder } from './calls/update-recorder.ts';

/** The turn that runs, with the answer that it writes now. */
export type Running = { signals: TurnSignals; messageId: MessageId | undefined };

type Chat = {
  parts: Pick<HostedParts, 'log' | 'messages' | 'workspaces' | 'resolving'>;
  workspaceId: WorkspaceId;
  session: HostedSession;
  recorder: UpdateRecorder;
  kept: KeptSession;
  /** True once the turn is over. */
  isOver: () => boolean;
};

/**
 * Gives an agent what is queued while its turn goes on; false where it does not take it so. What was delivered then
 * is its next prompt.
 */
export async function steerInto(
  running: Running,
  { parts, workspaceId, session, recorder, kept, isOver }: Chat,
): Promise<boolean> {
  const { log, messages } = parts;
  const { messageId: before } = running;
  if (!session.canSteer || before === undefined) return false;
  messages.deliverQueued(workspaceId);
  if (!(await session.steer(saidAfter(parts, workspaceId, before, session)))) return false;
  if (isOver()) return true;
  // What the agent says from now on stands below the message.
  log.completeSteps(before, 1);
  running.messageId = log.beginAgentMessage(workspaceId);
  recorder.begin(running.messageId);
  kept.save({ messageId: running.messageId });
  return true;
}
