import type { WorkspaceId } from '../../../../shared/ids.ts';
import type { TurnState } from '../../../../shared/workspace/turn-state.ts';
import type { Opens } from '../../../storage/hosted-store.ts';
import { HostedFailure } from '../failure.ts';
import type { HostedParts } from '../hosted-parts.ts';
import type { HostedSession } from './hosted-session.ts';
import type { KeptSession } from './kept-session.ts';
import { Replay } from './replay.ts';
import type { SessionEntry } from './session-entry.ts';
import type { SessionUpdates } from './session-updates.ts';
import type { Running } from '../steer.ts';
import type { UpdateRecorder } from '../calls/update-recorder.ts';

type Opening = Pick<HostedParts, 'log' | 'workspaces'> & {
  workspaceId: WorkspaceId;
  /** The agent's name for people. */
  name: string;
  running: Running;
  /** Called with the running agent before the session is entered. */
  ready: (session: HostedSession) => Promise<void>;
  entry: SessionEntry;
  kept: KeptSession;
  recorder: UpdateRecorder;
  updates: SessionUpdates;
};

/**
 * Opens an earlier session of a chat's agent, and stores what was said in it as the messages of the chat: all of it, or
 * nothing where the agent ends or is stopped before. Returns the state where the turn is over with that. One that the
 * agent does not open is not tried again; any other is, with the next turn.
 */
export async function openEarlier(
  { sessionId, title, at }: Opens,
  { log, workspaces, workspaceId, name, running, ready, entry, kept, recorder, updates }: Opening,
): Promise<TurnState | undefined> {
  const { stop, closing } = running.signals;
  const replay = new Replay(sessionId, name, workspaces.folder(workspaceId));
  const record = () => {
    stop.throwIfAborted();
    closing.throwIfAborted();
    replay.note(`Opened from the sessions of ${name}`);
    recorder.end(false, new Set());
    if (running.messageId !== undefined) log.completeSteps(running.messageId, 1);
    log.addReplayed({ workspaceId, at: at ?? log.now() }, replay.read(), (messageId) => {
      kept.save({ sessionId, messageId, opens: null, opened: true });
      recorder.begin(messageId);
    });
    if (title !== null) updates.entitle(title);
  };
  try {
    const refused = await entry.load(replay, ready, record);
    if (refused === undefined) return undefined;
    kept.save({ opens: null });
    return { status: 'failed', problem: refused };
  } catch (error) {
    if (stop.aborted || closing.aborted) return { status: 'interrupted' };
    if (error instanceof HostedFailure) return { status: 'failed', problem: error.problem };
    throw error;
  }
}
