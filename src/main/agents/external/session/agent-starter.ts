import type { SharedServer } from '../../../mcp-servers/shared-servers.ts';
import type { AgentSessionStore } from '../../../storage/agent-session-store.ts';
import { AgentFailure } from '../failure.ts';
import type { AgentProcess } from '../programs/agent-process.ts';
import type { AgentProgram } from '../programs/agent-programs.ts';
import type { ChannelAsker } from '../vendors/vendor.ts';
import type { ClientHandlers } from './connection.ts';
import type { InjectedServer } from './injected-server.ts';
import type { InjectedTool } from './injected-tools.ts';
import { AgentSession, type Follower } from './session.ts';

type StarterDeps = {
  store: AgentSessionStore;
  newMarker: () => string;
  version: string;
  /** The time an agent has to answer `initialize`, in milliseconds. */
  patience: number;
};

/** What answers an agent. */
type Client = {
  handlers: ClientHandlers;
  inject: (tools: readonly InjectedTool[]) => Promise<InjectedServer>;
  channel: ChannelAsker;
  sharedServers: () => Promise<SharedServer[]>;
};

/** Starts agents, each in a process of its own. */
export class AgentStarter {
  readonly #deps: StarterDeps;

  constructor(deps: StarterDeps) {
    this.#deps = deps;
  }

  /**
   * Starts an agent, with its channel for questions where it has one. Where that can't be used, as in an older version,
   * it is started without, and the tool for questions is injected. Throws AgentFailure.
   */
  async start(
    program: AgentProgram,
    { handlers, inject, channel: asker, sharedServers }: Client,
    { onProcess, onLine }: Follower,
  ): Promise<AgentSession> {
    const { store, newMarker, version, patience } = this.#deps;
    const marker = newMarker();
    const deps = {
      program,
      version,
      marker,
      store,
      handlers,
      inject,
      sharedServers,
      onProcess,
      onLine,
      patience,
    };
    const channel = await program.questionChannel?.(program.launch);
    if (channel === undefined) return AgentSession.start(deps);
    const startWithout = (why: string): Promise<AgentSession> => {
      onLine(`${program.name}’s own questions can’t be heard: ${why}`);
      return AgentSession.start(deps);
    };
    if ('problem' in channel) return startWithout(channel.problem);
    let started: AgentProcess | undefined;
    let session: AgentSession;
    try {
      session = await AgentSession.start({
        ...deps,
        program: {
          ...program,
          launch: channel.launch,
          injects: program.injects.filter((tool) => tool !== 'ask'),
        },
        onProcess: (process) => {
          started = process;
          onProcess(process);
        },
      });
    } catch (error) {
      if (!(error instanceof AgentFailure) || started?.hasExited !== true) throw error;
      return startWithout('it ended at once');
    }
    const { process } = session;
    const sessionId = () => session.sessionId;
    const problem = await channel.open({ ...asker, process, sessionId, onLine });
    if (problem === undefined) return session;
    await session.end();
    return startWithout(problem);
  }

  /** Starts an agent that no chat asks for, without a session. Throws AgentFailure. */
  startOutsideChats(
    program: AgentProgram,
    follower: Follower,
    onNotified?: ClientHandlers['notified'],
  ): Promise<AgentSession> {
    const handlers: ClientHandlers = {
      update: ignore,
      permission: refuse,
      elicitation: refuse,
      completed: ignore,
      extension: ignore,
      ...(onNotified !== undefined && { notified: onNotified }),
    };
    const channel = {
      ask: refuse,
      permit: refuse,
      change: ignore,
      textOf: () => null,
      undelivered: ignore,
    };
    const sharedServers = () => Promise.resolve([]);
    return this.start(program, { handlers, inject: refuse, channel, sharedServers }, follower);
  }
}

const ignore = () => undefined;

const refuse = () => Promise.reject(new Error('This can only be asked in a chat.'));
