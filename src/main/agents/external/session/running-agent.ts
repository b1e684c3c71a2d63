import { AgentProcesses } from '../programs/agent-processes.ts';
import type { HostedParts } from '../hosted-parts.ts';
import type { HostedRequests } from '../hosted-requests.ts';
import { endedBeforeStart } from '../programs/start-failure.ts';
import { HostedFailure } from '../failure.ts';
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
