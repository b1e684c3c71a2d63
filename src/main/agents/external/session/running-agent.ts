import type { Problem } from '../../../../shared/workspace/turn-state.ts';
import type { ChatOptions } from './options.ts';
import { endedBeforeStart, AgentFailure } from '../failure.ts';
import type { Logger } from '../../../log.ts';
import type { SharedServer } from '../../../mcp-servers/shared-servers.ts';
import type { AgentRequests } from '../asking/agent-requests.ts';
import { AgentProcesses } from '../programs/agent-process.ts';
import type { AgentProgram } from '../programs/agent-programs.ts';
import type { TurnControl } from '../asking/turn-control.ts';
import type { AgentStarter } from './agent-starter.ts';
import type { AgentAccounts } from '../sign-in/agent-accounts.ts';
import { signInWays } from './sign-in-ways.ts';
import { loadSession } from './earlier-sessions.ts';
import type { KeptSession } from './kept-session.ts';
import type { Replay } from './replay.ts';
import type { SessionUpdates } from './session-updates.ts';
import type { AgentSession, SessionEnd, SessionPlace } from './session.ts';

type RunDeps = { starter: AgentStarter; accounts: AgentAccounts; logger: Logger };

type AgentOf = {
  /** The name that is stored with the chat. */
  agent: string;
  program: () => Promise<AgentProgram>;
  requests: AgentRequests;
  /** Returns the control of the turn that runs. */
  control: () => TurnControl;
  updates: SessionUpdates;
  /** Returns the MCP servers that the person lets external agents use in the chat's folder. */
  sharedServers: () => Promise<SharedServer[]>;
  /** Called when its process has ended. */
  onExit: () => void;
};

/** The agent of a chat as it runs: started by its first use, and again by a use after it ended. */
export class RunningAgent {
  readonly #deps: RunDeps;
  readonly #of: AgentOf;
  #session: AgentSession | undefined;
  readonly #processes = new AgentProcesses();
  #starting: Promise<AgentSession> | undefined;
  /** Counts the ends, by which a start that takes its time sees that it is over. */
  #ends = 0;

  constructor(deps: RunDeps, of: AgentOf) {
    this.#deps = deps;
    this.#of = of;
  }

  /** The agent that runs; undefined where none was started, or it was ended. */
  get session(): AgentSession | undefined {
    return this.#session;
  }

  /** The agent that runs, once the chat's session is entered in it. */
  get entered(): AgentSession | undefined {
    return this.#session?.sessionId === '' ? undefined : this.#session;
  }

  /** Returns the agent that runs, or starts it, without a session. Throws AgentFailure. */
  async started(): Promise<AgentSession> {
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

  async #start(): Promise<AgentSession> {
    const { starter, accounts, logger } = this.#deps;
    const { agent, program: find, requests, control, updates, sharedServers, onExit } = this.#of;
    const over = this.end();
    const ends = this.#ends;
    await over;
    const program = await find();
    // The login shell, which a program is looked for with, takes seconds where its files do.
    if (ends !== this.#ends) throw new AgentFailure(endedBeforeStart(program));
    const client = {
      handlers: {
        ...requests.handlers(control, updates),
        notified: (method: string, params: unknown) => accounts.noteNotified(agent, method, params),
      },
      inject: requests.injector(control),
      channel: requests.channel(control),
      sharedServers,
    };
    const session = await starter.start(program, client, {
      onProcess: (process) => {
        this.#processes.add(process);
        void process.exited.then(onExit);
      },
      onLine: (line) => logger.info('agent', { agent, line }),
    });
    this.#session = session;
    const ways = signInWays(session.agent, program.launch, program.key);
    accounts.noteStart(agent, { ways, signsOut: session.canSignOut });
    return session;
  }
}

type EntryOf = {
  /** The folder of the chat. */
  folder: string;
  agent: RunningAgent;
  kept: KeptSession;
  options: ChatOptions;
  updates: SessionUpdates;
};

/** Enters the session of a chat with its agent, which it starts where it does not run. */
export class SessionEntry {
  readonly #of: EntryOf;

  constructor(of: EntryOf) {
    this.#of = of;
  }

  /**
   * Returns the running session, or starts the agent: with the session of before where that can be gone on with.
   * `ready` is called with the running agent before its session is entered. Throws AgentFailure.
   */
  async open(
    isKnown: boolean,
    ready: (session: AgentSession) => Promise<void>,
  ): Promise<{ session: AgentSession; isNew: boolean }> {
    const { agent, kept, options } = this.#of;
    const { entered } = agent;
    if (entered?.isOver === false && isKnown && entered.hasFolders(this.#place.folders)) {
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
   * Opens an earlier session in place of any other; `record` is called once the agent has replayed it. Returns why the agent
   * does not open it. Throws AgentFailure.
   */
  async load(
    replay: Replay,
    ready: (session: AgentSession) => Promise<void>,
    record: () => void,
  ): Promise<Problem | undefined> {
    const { agent, updates } = this.#of;
    if (agent.entered !== undefined) await agent.end();
    const session = await agent.started();
    try {
      await ready(session);
      updates.into = replay;
      const refused = await loadSession(session, replay, this.#place);
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
  async #enter(session: AgentSession, before: string | null): Promise<boolean> {
    const { updates, kept } = this.#of;
    const place = this.#place;
    updates.into = 'nowhere';
    const isNew = before === null || !(await session.goOn(before, place));
    if (isNew) await session.begin(place);
    updates.into = 'chat';
    kept.save({ sessionId: session.sessionId, ...(isNew && { opened: false }) });
    await this.#begin(session, isNew);
    return isNew;
  }

  /** Gives a session that was just entered the settings of the chat. */
  async #begin(session: AgentSession, isNew: boolean): Promise<void> {
    const { kept, options } = this.#of;
    await options.begin(session);
    await options.enterMode(session, isNew);
    options.store();
    kept.noteFacts({ steers: session.canSteer, addsFolders: session.addsFolders });
  }

  get #place(): SessionPlace {
    const { folder, kept } = this.#of;
    return { cwd: folder, folders: kept.read().folders };
  }
}
