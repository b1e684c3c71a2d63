import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { methods } from '@agentclientprotocol/sdk';
import type { ListedSessions } from '../../../../shared/providers/external-agent.ts';
import type { Problem } from '../../../../shared/workspace/turn-state.ts';
import { AgentFailure, refusedSession } from '../failure.ts';
import { type Initialized, sessionListSchema } from '../protocol.schema.ts';
import type { Replay } from './replay.ts';
import type { AgentSession, SessionPlace } from './session.ts';
import { isRecord } from '../json-fields.ts';

/** The most pages that are asked for until one has a session of the folder. */
const mostPages = 20;

/** The time without an update after which a replay counts as over, in milliseconds. */
const quiet = 100;

/** The sessions of an agent that were begun in a folder; `next` is where to go on, null at the end. */
type Page = Pick<ListedSessions, 'next'> & { sessions: Omit<ListedSessions['sessions'][number], 'chat'>[] };

/** Returns a page of an agent's own sessions about a folder, as it orders them. Throws AgentFailure. */
export async function listSessions(
  session: AgentSession,
  folder: string,
  after: string | null,
): Promise<Page> {
  const here = realFolder(folder);
  let cursor = after;
  for (let page = 1; ; page += 1) {
    const params = { cwd: folder, ...(cursor !== null && { cursor }) };
    const answer = sessionListSchema.parse(await session.ask(methods.agent.session.list, params));
    const sessions = answer.sessions
      .filter(({ cwd }) => cwd === undefined || realFolder(cwd) === here)
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

/** True of an agent that lists its sessions, and replays one that it opens. */
export function keepsSessions({ agentCapabilities: can }: Initialized): boolean {
  return can?.loadSession === true && isRecord(can.sessionCapabilities?.['list']);
}

/** Opens an earlier session; resolves once the agent has replayed it, with why it refused to. Throws AgentFailure. */
export async function loadSession(
  session: AgentSession,
  replay: Replay,
  place: SessionPlace,
): Promise<Problem | undefined> {
  try {
    await session.enter(methods.agent.session.load, replay.sessionId, place, refusedSession);
  } catch (error) {
    if (!(error instanceof AgentFailure) || error.problem.signIn === true || session.isOver) throw error;
    return error.problem;
  }
  await untilQuiet(replay);
  return undefined;
}

/** Some agents still replay when they have answered the request. */
async function untilQuiet(replay: Replay): Promise<void> {
  for (let before = -1; before !== replay.count; ) {
    before = replay.count;
    await pause(quiet, undefined, { ref: false });
  }
}

/** A folder can be named by links to it. */
function realFolder(folder: string): string {
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
