import type { WorkspaceId } from '../../../../shared/ids.ts';
import type { Problem } from '../../../../shared/workspace/turn-state.ts';
import type { ChatOptions } from '../chat-options.ts';
import { loadSession } from './earlier-sessions.ts';
import type { HostedParts } from '../hosted-parts.ts';
import type { HostedSession } from './hosted-session.ts';
import type { KeptSession } from './kept-session.ts';
import type { Replay } from './replay.ts';
import type { RunningAgent } from './running-agent.ts';
import type { SessionUpdates } from './session-updates.ts';

type EntryParts = Pick<HostedParts, 'workspaces'> & {
  workspaceId: WorkspaceId;
  agent: RunningAgent;
  kept: KeptSession;
  options: ChatOptions;
  updates: SessionUpdates;
};

/** A chat's way into a session of its agent, which it starts where it does not run. */
export class SessionEntry {
  readonly #parts: EntryParts;

  constructor(parts: EntryParts) {
    this.#parts = parts;
  }

  /**
   * Returns the running session, or starts the agent: with the session of before where that can be gone on with.
   * `ready` is called with the running agent before its session is entered. Throws HostedFailure.
   */
  async open(
    isKnown: boolean,
    ready: (session: HostedSession) => Promise<void>,
  ): Promise<{ session: HostedSession; isNew: boolean }> {
    const { agent, kept, options } = this.#parts;
    const { entered } = agent;
    if (entered?.isOver === false && isKnown) {
      await ready(entered);
      await options.enterMode(entered, false);
      return { session: entered, isNew: false };
    }
    const { sessionId } = kept.read();
    if (entered !== undefined) await agent.end();
    const session = await agent.started();
    try {
      await ready(session);
      return { session, isNew: await this.#enter(session, isKnown ? sessionId : null) };
    } catch (error) {
      await agent.end();
      throw error;
    }
  }

  /**
   * Opens an earlier session in place of any other, and has what the agent tells again of it `recorded`. Returns why the
   * agent does not open it. Throws HostedFailure.
   */
  async load(
    replay: Replay,
    ready: (session: HostedSession) => Promise<void>,
    record: () => void,
  ): Promise<Problem | undefined> {
    const { agent, updates } = this.#parts;
    if (agent.entered !== undefined) await agent.end();
    const session = await agent.started();
    try {
      await ready(session);
      updates.into = replay;
      const refused = await loadSession(session, replay, this.#folder);
      if (refused !== undefined) return refused;
      record();
      updates.into = 'chat';
      await this.#begin(session, false);
      return undefined;
    } catch (error) {
      await agent.end();
      throw error;
    } finally {
      updates.into = 'chat';
    }
  }

  /** Goes on with the session of before, or begins one; returns true for a new one. */
  async #enter(session: HostedSession, before: string | null): Promise<boolean> {
    const { updates, kept } = this.#parts;
    const cwd = this.#folder;
    updates.into = 'nowhere';
    const isNew = before === null || !(await session.goOn(before, cwd));
    if (isNew) await session.begin(cwd);
    updates.into = 'chat';
    kept.save({ sessionId: session.sessionId, ...(isNew && { opened: false }) });
    await this.#begin(session, isNew);
    return isNew;
  }

  /** Gives a session that was just entered the settings of the chat. */
  async #begin(session: HostedSession, isNew: boolean): Promise<void> {
    const { kept, options } = this.#parts;
    await options.begin(session);
    await options.enterMode(session, isNew);
    options.took();
    kept.noteFacts({ steers: session.canSteer });
  }

  get #folder(): string {
    const { workspaces, workspaceId } = this.#parts;
    return workspaces.row(workspaceId).folder;
  }
}
