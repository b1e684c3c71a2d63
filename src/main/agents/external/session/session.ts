import { setTimeout as pause } from 'node:timers/promises';
import { type ClientConnection, methods, PROTOCOL_VERSION } from '@agentclientprotocol/sdk';
import { messageOf } from '../../../../shared/thrown-error.ts';
import type { HostedStore } from '../../../storage/hosted-store.ts';
import { isRecord } from '../calls/call-state.ts';
import {
  answeredError,
  endedByItself,
  HostedFailure,
  methodUnknown,
  notUnderstood,
  otherVersion,
  refusedRequest,
  refusedSignIn,
  saidNothing,
  staysOutOfPlan,
} from '../failure.ts';
import type { Lent } from '../injected-server.ts';
import type { LentTool } from '../injected-tools.ts';
import {
  afterChange,
  askingInPlan,
  isTaken,
  noSettings,
  type SessionSettings,
  type SettingChange,
  settingsOf,
} from '../modes.ts';
import { AgentProcess } from '../programs/agent-process.ts';
import type { HostedProgram } from '../programs/presets.ts';
import type { PromptBlock } from '../prompt.ts';
import { type Initialized, initializedSchema, sessionSchema } from '../protocol.schema.ts';
import { keysType, signInWays } from './sign-in-ways.ts';
import { type AgentRequests, connect } from './connection.ts';

/** Waits for an answer; the end of the process comes first where there will be none. */
async function firstOf<Answer>(
  process: AgentProcess,
  { name, signIn }: Pick<HostedProgram, 'name' | 'signIn'>,
  begun: boolean,
  answer: Promise<Answer>,
): Promise<Answer> {
  const ended = process.exited.then((end) => {
    throw new HostedFailure(endedByItself(end, { name, signIn, log: process.log() }, begun));
  });
  try {
    return await Promise.race([answer, ended]);
  } catch (error) {
    if (error instanceof HostedFailure || answeredError(error) !== undefined) throw error;
    // The connection closes a moment before the process has exited.
    return await ended;
  } finally {
    ended.catch(() => undefined);
  }
}

/** Waits for an answer for no longer than `patience`, in milliseconds. Throws the problem then. */
async function within<Answer>(
  answer: Promise<Answer>,
  patience: number,
  problem: () => ReturnType<typeof saidNothing>,
): Promise<Answer> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new HostedFailure(problem())), patience);
  try {
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** The time in which the end of an agent is seen after that of its connection, in milliseconds. */
const momentToEnd = 100;

/** The time an agent has to end its turn, or to take a message into it, once it was told to, in milliseconds. */
const patience = 10_000;

/** The time an agent has to close or delete its session before it is ended all the same, in milliseconds. */
const momentToLeave = 1_000;

/** The end of a session with its agent: `closed` where it may be gone on with, `deleted` where its chat is gone for good. */
export type SessionEnd = 'closed' | 'deleted';

export type SessionParts = {
  program: HostedProgram;
  version: string;
  marker: string;
  store: HostedStore;
  requests: AgentRequests;
  /** Lends Parley's tools for asking. */
  lend: (tools: readonly LentTool[]) => Promise<Lent>;
  /** Called with its process as soon as it is started. */
  onProcess: (process: AgentProcess) => void;
  /** Called with each line that it writes beside its messages. */
  onLine: (line: string) => void;
  /** The time an agent has for its first words, in milliseconds. */
  patience: number;
};

/** A running agent with the session of one chat. Everything that fails is thrown as a HostedFailure. */
export class HostedSession {
  readonly process: AgentProcess;
  readonly #connection: ClientConnection;
  readonly #parts: SessionParts;
  readonly agent: Initialized;
  #lent: Promise<Lent> | undefined;
  #sessionId = '';
  settings: SessionSettings = noSettings;

  private constructor(
    parts: SessionParts,
    process: AgentProcess,
    connection: ClientConnection,
    agent: Initialized,
  ) {
    this.#parts = parts;
    this.process = process;
    this.#connection = connection;
    this.agent = agent;
  }

  /** Starts an agent and agrees on the protocol. */
  static async start(parts: SessionParts): Promise<HostedSession> {
    const { program, version, marker, store, requests, onProcess, onLine, patience } = parts;
    const process = AgentProcess.start({ launch: program.launch, marker, store, onLine });
    onProcess(process);
    const connection = connect(process, requests);
    try {
      const params = {
        protocolVersion: PROTOCOL_VERSION,
        clientInfo: { name: 'parley', title: 'Parley', version },
        clientCapabilities: {
          elicitation: { form: {}, url: {} },
          session: { configOptions: { boolean: {} }, notices: {} },
          auth: { terminal: true },
          _meta: { terminal_output: true, 'terminal-auth': true },
        },
      };
      const about = { ...program, log: process.log() };
      const answer = await firstOf(
        process,
        program,
        false,
        within(connection.agent.request(methods.agent.initialize, params), patience, () =>
          saidNothing(about, patience / 1_000),
        ),
      );
      const agent = initializedSchema.safeParse(answer);
      if (!agent.success) throw new HostedFailure(notUnderstood(about));
      if (agent.data.protocolVersion !== PROTOCOL_VERSION)
        throw new HostedFailure(otherVersion(about, agent.data.protocolVersion));
      return new HostedSession(parts, process, connection, agent.data);
    } catch (error) {
      connection.close();
      void process.end();
      const answered = answeredError(error);
      if (answered === undefined) throw error;
      throw new HostedFailure(refusedRequest(answered, { ...program, log: process.log() }));
    }
  }

  get sessionId(): string {
    return this.#sessionId;
  }

  /** True once nothing can be asked of it any more. */
  get isOver(): boolean {
    return this.#connection.signal.aborted || this.process.hasExited;
  }

  /** True when it is gone, or is just going: its end is seen a moment later than that of its requests. */
  async isGone(): Promise<boolean> {
    const exited = this.process.exited.then(() => true);
    return Promise.race([exited, pause(momentToEnd, undefined, { ref: false }).then(() => this.isOver)]);
  }

  /** Begins a new session about a folder. */
  async begin(cwd: string): Promise<void> {
    const params = { cwd, mcpServers: await this.#servers(), ...askingInPlan(this.agent) };
    const answer = await this.ask(methods.agent.session.new, params);
    const session = sessionSchema.safeParse(answer);
    if (!session.success || session.data.sessionId === undefined)
      throw new HostedFailure(notUnderstood(this.#about()));
    this.#sessionId = session.data.sessionId;
    this.settings = settingsOf(session.data);
  }

  /** The tools for asking that are lent to it. */
  get borrows(): readonly LentTool[] {
    const { mcpCapabilities } = this.agent.agentCapabilities ?? {};
    return mcpCapabilities?.['http'] === true ? this.#parts.program.lends : [];
  }

  async #servers(): Promise<Lent['server'][]> {
    if (this.borrows.length === 0) return [];
    this.#lent ??= this.#parts.lend(this.borrows);
    void this.process.exited.then(async () => (await this.#lent)?.close());
    return [(await this.#lent).server];
  }

  /** Has the agent sign its person in. An agent that still waits for them when that is stopped is ended. */
  async signIn(methodId: string, stop: AbortSignal): Promise<void> {
    stop.throwIfAborted();
    const { program } = this.#parts;
    const stopped = Promise.withResolvers<never>();
    const end = () => stopped.reject(stop.reason);
    stop.addEventListener('abort', end, { once: true });
    try {
      const asked = this.#connection.agent.request(methods.agent.authenticate, { methodId });
      await Promise.race([firstOf(this.process, program, true, asked), stopped.promise]);
    } catch (error) {
      if (stop.aborted) await this.end();
      const answered = answeredError(error);
      if (answered === undefined) throw error;
      const way = this.agent.authMethods?.find(({ id }) => id === methodId);
      // It has its keys since it was started.
      if (way?.type === keysType && answered.code === methodUnknown) return;
      throw new HostedFailure(refusedSignIn(answered, way?.name ?? methodId, this.#about()));
    } finally {
      stop.removeEventListener('abort', end);
    }
  }

  /** Goes on with a session of before; false where the agent can't. What it replays of it is not to be shown. */
  async goOn(sessionId: string, cwd: string): Promise<boolean> {
    const can = this.agent.agentCapabilities;
    const ways = [
      ...((can?.sessionCapabilities?.['resume'] ?? null) === null ? [] : [methods.agent.session.resume]),
      ...(can?.loadSession === true ? [methods.agent.session.load] : []),
    ];
    for (const way of ways) {
      try {
        await this.enter(way, sessionId, cwd);
        return true;
      } catch (error) {
        if (this.isOver) throw error;
        this.#parts.onLine(`${way}: ${messageOf(error)}`);
      }
    }
    return false;
  }

  /** Enters a session of before by a request for that; an error of the agent is explained so. Throws HostedFailure. */
  async enter(way: string, sessionId: string, cwd: string, explain = refusedRequest): Promise<void> {
    const params = { sessionId, cwd, mcpServers: await this.#servers(), ...askingInPlan(this.agent) };
    const answer = await this.ask(way, params, explain);
    this.#sessionId = sessionId;
    this.settings = settingsOf(sessionSchema.parse(answer ?? {}));
  }

  /** Gives the agent a prompt; resolves with the reason for which its turn ended. */
  async prompt(prompt: readonly PromptBlock[]): Promise<string> {
    const answer = await this.ask(methods.agent.session.prompt, { sessionId: this.#sessionId, prompt });
    return isRecord(answer) && typeof answer['stopReason'] === 'string' ? answer['stopReason'] : 'end_turn';
  }

  /** True when it takes messages into a turn that runs. */
  get canSteer(): boolean {
    const { _meta: meta } = this.agent;
    const steering = meta?.['steering'];
    return isRecord(steering) && steering['supported'] === true;
  }

  /** Gives the agent a message within its turn; false where it did not take it so. */
  async steer(prompt: readonly PromptBlock[]): Promise<boolean> {
    const params = {
      sessionId: this.#sessionId,
      prompt,
      _meta: { steering: { idleBehavior: 'promptRequired' } },
    };
    const answered = this.ask('_session/steering', params).catch(() => undefined);
    const answer = await Promise.race([answered, pause(patience, undefined, { ref: false })]);
    return isRecord(answer) && answer['outcome'] === 'injected';
  }

  /** Tells the agent to end its turn. */
  cancel(): void {
    if (this.isOver) return;
    void Promise.resolve(
      this.#connection.agent.notify(methods.agent.session.cancel, { sessionId: this.#sessionId }),
    ).catch(() => undefined);
  }

  /** Changes a setting of the session. Throws HostedFailure also where the agent says that it does not plan then. */
  async set(change: SettingChange): Promise<void> {
    const answer = sessionSchema.safeParse(await this.#change(change)).data?.configOptions;
    // What the agent told meanwhile is in the settings already.
    this.settings = afterChange(this.settings, change, answer);
    if (change.value === 'plan' && !isTaken(change, answer))
      throw new HostedFailure(staysOutOfPlan(this.#about()));
  }

  #change(change: SettingChange): Promise<unknown> {
    const sessionId = this.#sessionId;
    const { value } = change;
    if (change.type === 'mode') return this.ask(methods.agent.session.setMode, { sessionId, modeId: value });
    const boolean = typeof value === 'boolean' && { type: 'boolean' };
    return this.ask(methods.agent.session.setConfigOption, {
      sessionId,
      configId: change.id,
      value,
      ...boolean,
    });
  }

  /** Ends the agent, which hears first what becomes of its session; resolves when nothing of it is left. */
  async end(as: SessionEnd = 'closed'): Promise<void> {
    await this.#tellEnd(as);
    const ended = this.process.end();
    await this.process.exited;
    this.#connection.close();
    await ended;
  }

  /** Tells the agent that its session is closed or deleted, as far as it takes that, and waits a moment for it. */
  async #tellEnd(as: SessionEnd): Promise<void> {
    const can = this.agent.agentCapabilities?.sessionCapabilities ?? {};
    const { close, delete: remove } = methods.agent.session;
    const way = as === 'deleted' && isRecord(can['delete']) ? remove : isRecord(can['close']) ? close : null;
    if (way === null || this.#sessionId === '' || this.isOver) return;
    const told = this.#connection.agent.request(way, { sessionId: this.#sessionId }).catch(() => undefined);
    await Promise.race([told, this.process.exited, pause(momentToLeave, undefined, { ref: false })]);
  }

  #about() {
    const { program } = this.#parts;
    return { ...program, log: this.process.log(), ways: signInWays(this.agent, program.launch) };
  }

  /** Makes a request; an error of the agent is explained so. Throws HostedFailure. */
  async ask(method: string, params: unknown, explain = refusedRequest): Promise<unknown> {
    const { program } = this.#parts;
    try {
      return await firstOf(this.process, program, true, this.#connection.agent.request(method, params));
    } catch (error) {
      const answered = answeredError(error);
      if (answered === undefined) throw error;
      throw new HostedFailure(explain(answered, this.#about()));
    }
  }
}
