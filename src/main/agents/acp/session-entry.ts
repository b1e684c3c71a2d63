import { setTimeout as pause } from 'node:timers/promises';
import type { WorkspaceId } from '../../../shared/ids.ts';
import type { Problem } from '../../../shared/workspace/workspace.ts';
import type { AgentProcess } from './agent-process.ts';
import { sessionMode } from './agent-options.ts';
import type { ChatOptions } from './chat-options.ts';
import { loadSession } from './earlier-sessions.ts';
import type { HostedParts } from './hosted-parts.ts';
import type { HostedRequests } from './hosted-requests.ts';
import type { HostedSession, SessionEnd } from './hosted-session.ts';
import type { KeptSession } from './kept-session.ts';
import { changesFor } from './modes.ts';
import type { HostedProgram } from './presets.ts';
import type { Replay } from './replay.ts';
import type { SessionUpdates } from './session-updates.ts';
import { startSession } from './start-session.ts';
import type { TurnControl } from './turn-control.ts';

/** The time in which nothing more of a session comes before it counts as told, in milliseconds. */
const quiet = 100;

type EntryParts = HostedParts & {
  workspaceId: WorkspaceId;
  /** The name that is stored with the chat. */
  agent: string;
  program: () => Promise<HostedProgram>;
  requests: HostedRequests;
  control: () => TurnControl;
  kept: KeptSession;
  options: ChatOptions;
  updates: SessionUpdates;
};

/** A chat's way into a session of its agent: starts the agent's process, enters the session, and ends both. */
export class SessionEntry {
  readonly #parts: EntryParts;
  #session: HostedSession | undefined;
  /** The processes of which something may be left. */
  readonly #processes = new Set<AgentProcess>();
  #starting: Promise<HostedSession> | undefined;

  constructor(parts: EntryParts) {
    this.#parts = parts;
  }

  /** The agent that runs; undefined where none was started, or it was ended. */
  get session(): HostedSession | undefined {
    return this.#session;
  }

  /** The same, once the chat's session is entered in it. */
  get entered(): HostedSession | undefined {
    return this.#session?.sessionId === '' ? undefined : this.#session;
  }

  /** Returns the agent that runs, or starts it, without a session. Throws HostedFailure. */
  async started(): Promise<HostedSession> {
    if (this.#session?.isOver === false) return this.#session;
    this.#starting ??= this.#start().finally(() => (this.#starting = undefined));
    return this.#starting;
  }

  /**
   * Returns the running session, or starts the agent: with the session of before where that can be gone on with.
   * `ready` is called with the running agent before its session is entered. Throws HostedFailure.
   */
  async open(
    isKnown: boolean,
    ready: (session: HostedSession) => Promise<void>,
  ): Promise<{ session: HostedSession; isNew: boolean }> {
    const { entered } = this;
    if (entered?.isOver === false && isKnown) {
      await ready(entered);
      await this.#setMode(entered, false);
      return { session: entered, isNew: false };
    }
    const { sessionId } = this.#parts.kept.read();
    if (entered !== undefined) await this.end();
    const session = await this.started();
    try {
      await ready(session);
      return { session, isNew: await this.#enter(session, isKnown ? sessionId : null) };
    } catch (error) {
      await this.end();
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
    const { updates } = this.#parts;
    if (this.entered !== undefined) await this.end();
    const session = await this.started();
    try {
      await ready(session);
      updates.into = replay;
      const refused = await loadSession(session, replay.sessionId, this.#folder);
      if (refused !== undefined) return refused;
      await untilQuiet(replay);
      record();
      updates.into = 'chat';
      await this.#begin(session, false);
      return undefined;
    } catch (error) {
      await this.end();
      throw error;
    } finally {
      updates.into = 'chat';
    }
  }

  /** Lets go of an agent that has ended by itself. */
  dropEnded(): void {
    if (this.#session?.isOver === true) this.#session = undefined;
  }

  /** Ends the agent's process; resolves when nothing of it is left. */
  async end(as?: SessionEnd): Promise<void> {
    const session = this.#session;
    this.#session = undefined;
    await session?.end(as);
    await Promise.all([...this.#processes].map((process) => process.end()));
  }

  async #start(): Promise<HostedSession> {
    const { program: find, hosted, newMarker, patience, version, logger } = this.#parts;
    const { requests, control, updates, agent } = this.#parts;
    await this.end();
    const program = await find();
    const session = await startSession({
      program,
      version,
      store: hosted,
      patience,
      marker: newMarker(),
      requests: requests.during(control, updates),
      ...requests.beside(control),
      onProcess: (process) => this.#track(process),
      onLine: (line) => logger.info('agent', { agent, line }),
    });
    this.#session = session;
    return session;
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
    await this.#setMode(session, isNew);
    options.took();
    kept.noteFacts({ steers: session.canSteer });
  }

  get #folder(): string {
    const { workspaces, workspaceId } = this.#parts;
    return workspaces.row(workspaceId).folder;
  }

  #track(process: AgentProcess): void {
    this.#processes.add(process);
    void process.exited.then(async () => {
      await process.end();
      this.#processes.delete(process);
    });
  }

  async #setMode(session: HostedSession, isNew: boolean): Promise<void> {
    const { workspaces, workspaceId, options } = this.#parts;
    const { mode } = workspaces.row(workspaceId);
    const values = options.chosen();
    const chosen = (id: string | null) => values[id ?? sessionMode];
    for (const change of changesFor(session.settings, { mode, isNew, chosen })) await session.set(change);
  }
}

/** Some agents still tell of a session when they have answered. */
async function untilQuiet(replay: Replay): Promise<void> {
  for (let before = -1; before !== replay.count; ) {
    before = replay.count;
    await pause(quiet, undefined, { ref: false });
  }
}
