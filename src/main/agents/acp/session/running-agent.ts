import { AgentProcesses } from '../programs/agent-processes.ts';
import type { HostedParts } from '../hosted-parts.ts';
import type { HostedRequests } from '../hosted-requests.ts';
import type { HostedSession, SessionEnd } from './hosted-session.ts';
import type { HostedProgram } from '../programs/presets.ts';
import type { SessionUpdates } from './session-updates.ts';
import { startSession } from './start-session.ts';
import type { TurnControl } from '../turn-control.ts';

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

  /** Ends the agent's process; resolves when nothing of it is left. */
  async end(as?: SessionEnd): Promise<void> {
    const session = this.#session;
    this.#session = undefined;
    await session?.end(as);
    await this.#processes.end();
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
      onProcess: (process) => this.#processes.add(process),
      onLine: (line) => logger.info('agent', { agent, line }),
    });
    this.#session = session;
    return session;
  }
}
