import type { WorkspaceId } from '../../../../shared/ids.ts';
import type { Problem } from '../../../../shared/workspace/turn-state.ts';
import type { ChatOptions } from '../options.ts';
import { endedBeforeStart, HostedFailure } from '../failure.ts';
import type { HostedParts } from '../external-deps.ts';
import type { HostedRequests } from '../agent-requests.ts';
import type { AgentProcess } from '../programs/agent-process.ts';
import type { HostedProgram } from '../programs/presets.ts';
import type { TurnControl } from '../turn-control.ts';
import { loadSession } from './earlier-sessions.ts';
import type { KeptSession } from './kept-session.ts';
import type { Replay } from './replay.ts';
import type { SessionUpdates } from './session-updates.ts';
import type { HostedSession, SessionEnd } from './session.ts';
import { startSession } from './start-session.ts';

/** Processes of agents of which something may be left. */
export class AgentProcesses {
  readonly #processes = new Set<AgentProcess>();

  /** Holds a process until nothing of it is left. */
  add(process: AgentProcess): void {
    this.#processes.add(process);
    void process.exited.then(() => process.end()).finally(() => this.#processes.delete(process));
  }

  /** Ends them all; resolves when nothing of them is left. */
  async end(): Promise<void> {
    await Promise.all([...this.#processes].map((process) => process.end()));
  }
}

type AgentParts = Pick<HostedParts, 'hosted' | 'newMarker' | 'patience' | 'version' | 'logger'> & {
  /** The name that is stored with the chat. */
  agent: string;
  program: () => Promise<HostedProgram>;
  requests: HostedRequests;
  /** Returns the control of the turn that runs. */
  control: () => TurnControl;
  updates: SessionUpdates;
};

/** The agent of a chat as it runs: started by its first use, and again by a use after it ended. */
export class RunningAgent {
  readonly #parts: AgentParts;
  #session: HostedSession | undefined;
  readonly #processes = new AgentProcesses();
  #starting: Promise<HostedSession> | undefined;
  /** Counts the ends, by which a start that takes its time sees that it is over. */
  #ends = 0;

  constructor(parts: AgentParts) {
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

  /** Lets go of an agent that has ended by itself. */
  dropEnded(): void {
    if (this.#session?.isOver === true) this.#session = undefined;
  }

  /** Ends the agent's process, or the start of one; resolves when nothing of it is left. */
  async end(as?: SessionEnd): Promise<void> {
    this.#ends += 1;
    const session = this.#session;
    this.#session = undefined;
    await session?.end(as);
    await this.#processes.end();
  }

  async #start(): Promise<HostedSession> {
    const { program: find, hosted, newMarker, patience, version, logger } = this.#parts;
    const { requests, control, updates, agent } = this.#parts;
    const over = this.end();
    const ends = this.#ends;
    await over;
    const program = await find();
    // The login shell, which a program is looked for with, takes seconds where its files do.
    if (ends !== this.#ends) throw new HostedFailure(endedBeforeStart(program));
    const session = await startSession({
      program,
      version,
      store: hosted,
      patience,
      marker: newMarker(),
      requests: requests.during(control, updates),
      ...requests.beside(control),
      onProcess: (process) => this.#processes.add(process),
      onLine: (line) => logger.info('agent', { agent, line }),
    });
    this.#session = session;
    return session;
  }
}

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
