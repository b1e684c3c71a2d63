import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { methods } from '@agentclientprotocol/sdk';
import type { WorkspaceId } from '../../../../shared/ids.ts';
import type { ListedSessions } from '../../../../shared/providers/hosted-agent.ts';
import type { Problem, TurnState } from '../../../../shared/workspace/turn-state.ts';
import type { Opens } from '../../../storage/hosted-store.ts';
import { isRecord } from '../calls/call-state.ts';
import type { UpdateRecorder } from '../calls/recorder.ts';
import { HostedFailure, refusedSession } from '../failure.ts';
import type { HostedParts } from '../external-deps.ts';
import { type Initialized, sessionListSchema } from '../protocol.schema.ts';
import type { Running } from '../prompt.ts';
import type { KeptSession } from './kept-session.ts';
import { Replay } from './replay.ts';
import type { SessionEntry } from './running-agent.ts';
import type { SessionUpdates } from './session-updates.ts';
import type { HostedSession } from './session.ts';

/** The most pages that are asked for until one has a session of the folder. */
const mostPages = 20;

/** The time in which nothing more of a session comes before it counts as told, in milliseconds. */
const quiet = 100;

/** The sessions of an agent that were begun in a folder; `next` is where to go on, null at the end. */
type Page = Pick<ListedSessions, 'next'> & { sessions: Omit<ListedSessions['sessions'][number], 'chat'>[] };

/** Returns a page of an agent's own sessions about a folder, as it orders them. Throws HostedFailure. */
export async function listSessions(
  session: HostedSession,
  folder: string,
  after: string | null,
): Promise<Page> {
  const here = placeOf(folder);
  let cursor = after;
  for (let page = 1; ; page += 1) {
    const params = { cwd: folder, ...(cursor !== null && { cursor }) };
    const answer = sessionListSchema.parse(await session.ask(methods.agent.session.list, params));
    const sessions = answer.sessions
      .filter(({ cwd }) => cwd === undefined || placeOf(cwd) === here)
      .map(({ sessionId, title, updatedAt }) => ({
        sessionId,
        title: title === undefined || title.trim() === '' ? null : title.trim(),
        at: timeOf(updatedAt),
      }));
    const next = answer.nextCursor === cursor ? null : (answer.nextCursor ?? null);
    if (sessions.length > 0 || next === null || page === mostPages) return { sessions, next };
    cursor = next;
  }
}

/** True of an agent that lists its sessions, and tells again what was said in one that it opens. */
export function keepsSessions({ agentCapabilities: can }: Initialized): boolean {
  return can?.loadSession === true && isRecord(can.sessionCapabilities?.['list']);
}

/** Opens an earlier session, of which the agent tells all again before this resolves; returns why it does not. Throws HostedFailure. */
export async function loadSession(
  session: HostedSession,
  replay: Replay,
  folder: string,
): Promise<Problem | undefined> {
  try {
    await session.enter(methods.agent.session.load, replay.sessionId, folder, refusedSession);
  } catch (error) {
    if (!(error instanceof HostedFailure) || error.problem.signIn === true || session.isOver) throw error;
    return error.problem;
  }
  await untilQuiet(replay);
  return undefined;
}

/** Some agents still tell of a session when they have answered. */
async function untilQuiet(replay: Replay): Promise<void> {
  for (let before = -1; before !== replay.count; ) {
    before = replay.count;
    await pause(quiet, undefined, { ref: false });
  }
}

/** A folder can be named by links to it. */
function placeOf(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return resolve(folder);
  }
}

function timeOf(text: string | undefined): number | null {
  const at = Date.parse(text ?? '');
  return Number.isNaN(at) ? null : at;
}

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
