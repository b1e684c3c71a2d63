import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { type ClientConnection, methods, PROTOCOL_VERSION } from '@agentclientprotocol/sdk';
import { messageOf } from '../../../../shared/thrown-error.ts';
import type { SharedServer } from '../../../mcp-servers/shared-servers.ts';
import type { AgentSessionStore } from '../../../storage/agent-session-store.ts';
import {
  answeredError,
  endedByItself,
  AgentFailure,
  methodUnknown,
  noSignOut,
  notUnderstood,
  otherVersion,
  refusedRequest,
  refusedSignIn,
  refusedSignOut,
  saidNothing,
  staysOutOfPlan,
  unansweredSignOut,
} from '../failure.ts';
import { type HandedServers, handedServers, noServers, type SessionServer } from './handed-servers.ts';
import type { InjectedServer } from './injected-server.ts';
import type { InjectedTool } from './injected-tools.ts';
import {
  afterChange,
  isTaken,
  noSettings,
  type SessionSettings,
  type SettingChange,
  settingsOf,
} from './modes.ts';
import { AgentProcess } from '../programs/agent-process.ts';
import type { AgentProgram } from '../programs/agent-programs.ts';
import { type Initialized, initializedSchema, type PromptBlock, sessionSchema } from '../protocol.schema.ts';
import { keysType, ownKeyWay, signInWays } from './sign-in-ways.ts';
import { type ClientHandlers, connect } from './connection.ts';
import { isRecord } from '../json-fields.ts';
import { vendors } from '../vendors/vendors.ts';

/** Waits for an answer. Throws AgentFailure where the process ends first; `begun` is false until it has answered once. */
async function firstOf<Answer>(
  process: AgentProcess,
  { name, signIn }: Pick<AgentProgram, 'name' | 'signIn'>,
  begun: boolean,
  answer: Promise<Answer>,
): Promise<Answer> {
  const ended = process.exited.then((end) => {
    throw new AgentFailure(endedByItself(end, { name, signIn, log: process.log() }, begun));
  });
  try {
    return await Promise.race([answer, ended]);
  } catch (error) {
    if (error instanceof AgentFailure || answeredError(error) !== undefined) throw error;
    // The connection closes a moment before the process has exited.
    return await ended;
  } finally {
    ended.catch(() => undefined);
  }
}

/** Waits for an answer for no longer than `patience`, in milliseconds. Throws AgentFailure then. */
async function within<Answer>(
  answer: Promise<Answer>,
  patience: number,
  problem: () => ReturnType<typeof saidNothing>,
): Promise<Answer> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new AgentFailure(problem())), patience);
  try {
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** The time in which a process is seen to exit once its connection is closed, in milliseconds. */
const momentToEnd = 100;

/** The time an agent has to take a message into its turn, in milliseconds. */
const steerPatience = 10_000;

/** The time an agent has to sign its person out, in milliseconds. */
const signOutPatience = 30_000;

/** The time an agent has to close or delete its session before its process is ended, in milliseconds. */
const momentToLeave = 1_000;

/** `closed` where the session may be resumed, `deleted` where its chat is gone for good. */
export type SessionEnd = 'closed' | 'deleted';

/** What follows the process of an agent from its start. */
export type Follower = {
  /** Called with its process as soon as it is started. */
  onProcess: (process: AgentProcess) => void;
  /** Called with each line that it prints and that is no message. */
  onLine: (line: string) => void;
};

/** The chat's folder, and those that the person added to it, as absolute paths. */
export type SessionPlace = { cwd: string; folders: readonly string[] };

type SessionDeps = Follower & {
  program: AgentProgram;
  version: string;
  marker: string;
  store: AgentSessionStore;
  handlers: ClientHandlers;
  /** Opens an MCP server with tools to inject. */
  inject: (tools: readonly InjectedTool[]) => Promise<InjectedServer>;
  /** Returns the MCP servers that the person lets external agents use in the folder. */
  sharedServers: () => Promise<SharedServer[]>;
  /** The time an agent has to answer `initialize`, in milliseconds. */
  patience: number;
};

/** A running agent with the session of one chat. All that fails is thrown as an AgentFailure. */
export class AgentSession {
  readonly process: AgentProcess;
  readonly #connection: ClientConnection;
  readonly #deps: SessionDeps;
  readonly agent: Initialized;
  #injected: InjectedServer | undefined;
  /** What the agent has not been told yet: which tools it was given, and the person that it did not load them. */
  #owes = { hint: false, note: true };
  #sessionId = '';
  /** The person's MCP servers that it has in the session. */
  handed: HandedServers = noServers;
  #folders: readonly string[] = [];
  settings: SessionSettings = noSettings;

  private constructor(
    deps: SessionDeps,
    process: AgentProcess,
    connection: ClientConnection,
    agent: Initialized,
  ) {
    this.#deps = deps;
    this.process = process;
    this.#connection = connection;
    this.agent = agent;
  }

  /** Starts an agent and initializes the connection. */
  static async start(deps: SessionDeps): Promise<AgentSession> {
    const { program, version, marker, store, handlers, onProcess, onLine, patience } = deps;
    const process = AgentProcess.start({ launch: program.launch, marker, store, onLine });
    onProcess(process);
    const connection = connect(process, handlers);
    try {
      const params = {
        protocolVersion: PROTOCOL_VERSION,
        clientInfo: { name: 'parley', title: 'Parley', version },
        clientCapabilities: {
          elicitation: { form: {}, url: {} },
          session: { configOptions: { boolean: {} }, notices: {}, compaction: {} },
          auth: { terminal: true },
          subagents: {},
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
      if (!agent.success) throw new AgentFailure(notUnderstood(about));
      if (agent.data.protocolVersion !== PROTOCOL_VERSION)
        throw new AgentFailure(otherVersion(about, agent.data.protocolVersion));
      return new AgentSession(deps, process, connection, agent.data);
    } catch (error) {
      connection.close();
      void process.end();
      const answered = answeredError(error);
      if (answered === undefined) throw error;
      throw new AgentFailure(refusedRequest(answered, { ...program, log: process.log() }));
    }
  }

  get sessionId(): string {
    return this.#sessionId;
  }

  /** True once nothing can be asked of it any more. */
  get isOver(): boolean {
    return this.#connection.signal.aborted || this.process.hasExited;
  }

  /** True when it has ended or is just ending: its process is seen to exit a moment after its requests fail. */
  async isGone(): Promise<boolean> {
    const exited = this.process.exited.then(() => true);
    return Promise.race([exited, pause(momentToEnd, undefined, { ref: false }).then(() => this.isOver)]);
  }

  /** True where its sessions take more folders than the one they are begun in. */
  get addsFolders(): boolean {
    return isRecord(this.agent.agentCapabilities?.sessionCapabilities?.['additionalDirectories']);
  }

  /** True when its session was entered with these folders beside the chat's own. */
  hasFolders(folders: readonly string[]): boolean {
    return isDeepStrictEqual(this.#folders, this.addsFolders ? folders : []);
  }

  async begin(place: SessionPlace): Promise<void> {
    const params = await this.#paramsFor(place);
    const answer = await this.#askWithKey(methods.agent.session.new, params);
    const session = sessionSchema.safeParse(answer);
    if (!session.success || session.data.sessionId === undefined)
      throw new AgentFailure(notUnderstood(this.#about()));
    this.#sessionId = session.data.sessionId;
    this.#owes.hint = true;
    this.settings = settingsOf(session.data);
  }

  /** The tools that are injected into it; none where it takes no server over HTTP. */
  get injectedTools(): readonly InjectedTool[] {
    const { mcpCapabilities } = this.agent.agentCapabilities ?? {};
    return mcpCapabilities?.['http'] === true ? this.#deps.program.injects : [];
  }

  /** Returns the injected tools that the agent has loaded, once in a session; none before. */
  hintedTools(): readonly InjectedTool[] {
    if (!this.#owes.hint || this.#injected?.isLoaded !== true) return [];
    this.#owes.hint = false;
    return this.injectedTools;
  }

  /** Says after a prompt, once, that the agent has not loaded the injected tools, and what to do; undefined where it has. */
  missingTools(): string | undefined {
    const {
      name,
      injects,
      loadsToolsBy = 'Its own settings may keep it from tools of others.',
    } = this.#deps.program;
    if (!this.#owes.note || injects.length === 0 || this.#injected?.isLoaded === true) return undefined;
    this.#owes.note = false;
    return `${name} did not load the tools by which it asks you, so it can’t ask here. ${loadsToolsBy}`;
  }

  /** Returns what a session is begun or entered with. */
  async #paramsFor({ cwd, folders }: SessionPlace) {
    this.#folders = this.addsFolders ? folders : [];
    return {
      cwd,
      ...(this.#folders.length > 0 && { additionalDirectories: this.#folders }),
      mcpServers: await this.#servers(),
      ...sessionMeta(this.agent),
    };
  }

  /** Returns the MCP servers with which the session is begun or entered. */
  async #servers(): Promise<SessionServer[]> {
    this.handed = handedServers(await this.#deps.sharedServers(), this.agent);
    if (this.injectedTools.length === 0) return this.handed.servers;
    const injected = (this.#injected ??= await this.#deps.inject(this.injectedTools));
    void this.process.exited.then(() => injected.close());
    return [injected.server, ...this.handed.servers];
  }

  /** Has the agent sign its person in. `stop` ends an agent that still waits for them. */
  async signIn(methodId: string, stop: AbortSignal): Promise<void> {
    stop.throwIfAborted();
    // It was started with its key.
    if (methodId === ownKeyWay) return;
    const { program } = this.#deps;
    const stopped = Promise.withResolvers<never>();
    const end = () => stopped.reject(stop.reason);
    stop.addEventListener('abort', end, { once: true });
    try {
      const asked = this.#connection.agent.request(methods.agent.authenticate, {
        methodId,
        ...keyFor(methodId, program),
      });
      await Promise.race([firstOf(this.process, program, true, asked), stopped.promise]);
    } catch (error) {
      if (stop.aborted) await this.end();
      const answered = answeredError(error);
      if (answered === undefined) throw error;
      const way = this.agent.authMethods?.find(({ id }) => id === methodId);
      // It was started with its keys.
      if (way?.type === keysType && answered.code === methodUnknown) return;
      throw new AgentFailure(refusedSignIn(answered, way?.name ?? methodId, this.#about()));
    } finally {
      stop.removeEventListener('abort', end);
    }
  }

  /** True where it takes a sign-out. */
  get canSignOut(): boolean {
    return isRecord(this.agent.agentCapabilities?.auth?.['logout']);
  }

  /** Has the agent sign its person out. Throws AgentFailure, also where it does not answer. */
  async signOut(): Promise<void> {
    const about = this.#about();
    if (!this.canSignOut) throw new AgentFailure(noSignOut(about));
    await within(this.ask(methods.agent.logout, {}, refusedSignOut), signOutPatience, () =>
      unansweredSignOut(about),
    );
  }

  /** Goes on with an earlier session; false where the agent can't. Updates that it replays are in the chat already. */
  async goOn(sessionId: string, place: SessionPlace): Promise<boolean> {
    const can = this.agent.agentCapabilities;
    const ways = [
      ...((can?.sessionCapabilities?.['resume'] ?? null) === null ? [] : [methods.agent.session.resume]),
      ...(can?.loadSession === true ? [methods.agent.session.load] : []),
    ];
    for (const way of ways) {
      try {
        await this.enter(way, sessionId, place);
        return true;
      } catch (error) {
        if (this.isOver) throw error;
        this.#deps.onLine(`${way}: ${messageOf(error)}`);
      }
    }
    return false;
  }

  /** Enters an earlier session by the request `way`; `explain` puts an error of the agent into words. */
  async enter(way: string, sessionId: string, place: SessionPlace, explain = refusedRequest): Promise<void> {
    const params = { sessionId, ...(await this.#paramsFor(place)) };
    const answer = await this.#askWithKey(way, params, explain);
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

  /** Gives the agent a message within its turn; false where it did not take it. */
  async steer(prompt: readonly PromptBlock[]): Promise<boolean> {
    const params = {
      sessionId: this.#sessionId,
      prompt,
      _meta: { steering: { idleBehavior: 'promptRequired' } },
    };
    const answered = this.ask('_session/steering', params).catch(() => undefined);
    const answer = await Promise.race([answered, pause(steerPatience, undefined, { ref: false })]);
    return isRecord(answer) && answer['outcome'] === 'injected';
  }

  cancel(): void {
    if (this.isOver) return;
    void Promise.resolve(
      this.#connection.agent.notify(methods.agent.session.cancel, { sessionId: this.#sessionId }),
    ).catch(() => undefined);
  }

  /** Changes a setting of the session. Throws also where the agent answers that it did not go into Plan. */
  async set(change: SettingChange): Promise<void> {
    const answer = sessionSchema.safeParse(await this.#change(change)).data?.configOptions;
    // Updates that came meanwhile are in the settings already.
    this.settings = afterChange(this.settings, change, answer);
    if (change.value === 'plan' && !isTaken(change, answer))
      throw new AgentFailure(staysOutOfPlan(this.#about()));
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

  /** Says what becomes of the session, then ends the agent; resolves when nothing of it is left. */
  async end(as: SessionEnd = 'closed'): Promise<void> {
    await this.#leaveSession(as);
    const ended = this.process.end();
    await this.process.exited;
    this.#connection.close();
    await ended;
  }

  /** Has the agent close or delete its session, where it takes that, and waits a moment for it. */
  async #leaveSession(as: SessionEnd): Promise<void> {
    const can = this.agent.agentCapabilities?.sessionCapabilities ?? {};
    const { close, delete: remove } = methods.agent.session;
    const way = as === 'deleted' && isRecord(can['delete']) ? remove : isRecord(can['close']) ? close : null;
    if (way === null || this.#sessionId === '' || this.isOver) return;
    const left = this.#connection.agent.request(way, { sessionId: this.#sessionId }).catch(() => undefined);
    await Promise.race([left, this.process.exited, pause(momentToLeave, undefined, { ref: false })]);
  }

  /** Makes the request for a session; an agent that wants a sign-in first is given the key that its person entered for it. */
  async #askWithKey(method: string, params: unknown, explain = refusedRequest): Promise<unknown> {
    const { key, entered } = this.#deps.program;
    try {
      return await this.ask(method, params, explain);
    } catch (error) {
      const wantsSignIn = error instanceof AgentFailure && error.problem.signIn === true;
      if (!wantsSignIn || key?.method === undefined || !entered.includes(key.variable)) throw error;
      await this.signIn(key.method.id, new AbortController().signal);
      return this.ask(method, params, explain);
    }
  }

  #about() {
    const { program } = this.#deps;
    return { ...program, log: this.process.log(), ways: signInWays(this.agent, program.launch, program.key) };
  }

  /** Makes a request; `explain` puts an error of the agent into words. */
  async ask(method: string, params: unknown, explain = refusedRequest): Promise<unknown> {
    const { program } = this.#deps;
    try {
      return await firstOf(this.process, program, true, this.#connection.agent.request(method, params));
    } catch (error) {
      const answered = answeredError(error);
      if (answered === undefined) throw error;
      throw new AgentFailure(explain(answered, this.#about()));
    }
  }
}

/** Returns the key of an agent in the form in which its way to sign in takes it, as a part of the request. */
function keyFor(methodId: string, { key, launch }: AgentProgram): { _meta?: Record<string, unknown> } {
  const value = key?.method?.id === methodId ? launch.env[key.variable] : undefined;
  return value === undefined || value === '' ? {} : { _meta: { 'api-key': key?.method?.form(value) } };
}

/** Returns the `_meta` with which a session of an agent is begun or entered, as a part of the request. */
function sessionMeta(agent: Initialized): { _meta?: Record<string, unknown> } {
  const { running } = vendors.find((vendor) => vendor.running?.isAgent(agent)) ?? {};
  return running?.sessionMeta === undefined ? {} : { _meta: running.sessionMeta };
}
