import type { WorkspaceId } from '../../../shared/ids.ts';
import type { AgentProcess } from './agent-process.ts';
import { sessionMode } from './agent-options.ts';
import type { ChatOptions } from './chat-options.ts';
import type { HostedParts } from './hosted-parts.ts';
import type { HostedRequests } from './hosted-requests.ts';
import type { HostedSession, SessionEnd } from './hosted-session.ts';
import type { KeptSession } from './kept-session.ts';
import { changesFor } from './modes.ts';
import type { HostedProgram } from './presets.ts';
import type { SessionUpdates } from './session-updates.ts';
import { startSession } from './start-session.ts';
import type { TurnControl } from './turn-control.ts';

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

  constructor(parts: EntryParts) {
    this.#parts = parts;
  }

  /** The agent that runs; undefined where none was started, or it was ended. */
  get session(): HostedSession | undefined {
    return this.#session;
  }

  /**
   * Returns the running session, or starts the agent: with the session of before where that can be gone on with.
   * `ready` is called with the running agent before its session is entered. Throws HostedFailure.
   */
  async open(
    isKnown: boolean,
    ready: (session: HostedSession) => Promise<void>,
  ): Promise<{ session: HostedSession; isNew: boolean }> {
    if (this.#session !== undefined && !this.#session.isOver && isKnown) {
      await ready(this.#session);
      await this.#setMode(this.#session, false);
      return { session: this.#session, isNew: false };
    }
    const { sessionId } = this.#parts.kept.read();
    await this.end();
    const { session, cwd } = await this.#start();
    try {
      await ready(session);
      return { session, isNew: await this.#enter(session, isKnown ? sessionId : null, cwd) };
    } catch (error) {
      await this.end();
      throw error;
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

  async #start(): Promise<{ session: HostedSession; cwd: string }> {
    const { program: find, hosted, newMarker, patience, version, logger } = this.#parts;
    const { requests, control, updates, agent } = this.#parts;
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
    return { session, cwd: program.launch.cwd };
  }

  /** Goes on with the session of before, or begins one; returns true for a new one. */
  async #enter(session: HostedSession, before: string | null, cwd: string): Promise<boolean> {
    const { updates, kept, options } = this.#parts;
    updates.isReplaying = true;
    const isNew = before === null || !(await session.goOn(before, cwd));
    if (isNew) await session.begin(cwd);
    updates.isReplaying = false;
    kept.save({ sessionId: session.sessionId });
    await options.begin(session);
    await this.#setMode(session, isNew);
    options.took();
    kept.noteFacts({ steers: session.canSteer });
    return isNew;
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
