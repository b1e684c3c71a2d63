import type { MessageId, ToolCallId, WorkspaceId } from '../../../shared/ids.ts';
import type { ListedSessions } from '../../../shared/providers/external-agent.ts';
import type { BackgroundCount } from '../../../shared/workspace/workspace.ts';
import type { Problem, TurnState } from '../../../shared/workspace/turn-state.ts';
import type { AgentChanges } from '../../changes/agent-changes.ts';
import type { ChatLog } from '../../chat/chat-log.ts';
import type { PersonMessages } from '../../chat/person-messages.ts';
import type { SharedServer } from '../../mcp-servers/shared-servers.ts';
import { folderTrouble } from '../../folder/usable-folder.ts';
import type { StartTimer } from '../../clock.ts';
import type { Logger } from '../../log.ts';
import type { AgentOptionStore, AgentSessionStore, Opens } from '../../storage/agent-session-store.ts';
import type { Workspaces } from '../../workspaces/workspaces.ts';
import { isSetup } from '../setup/setup-call.ts';
import type { TurnSignals } from '../chat-agent.ts';
import { ChatOptions } from './session/options.ts';
import { keepsSessions, listSessions } from './session/earlier-sessions.ts';
import { AgentFailure, improperEnd } from './failure.ts';
import type { AgentStarter } from './session/agent-starter.ts';
import { AgentRequests, type AskingServices } from './asking/agent-requests.ts';
import type { AgentSession, SessionEnd } from './session/session.ts';
import { ServerNotes } from './session/handed-servers.ts';
import { KeptSession } from './session/kept-session.ts';
import { UnansweredRequests } from './asking/unanswered-requests.ts';
import { settingFacts } from './session/modes.ts';
import { type Prompts, promptUntil, type Running, sessionHints } from './session/prompt.ts';
import type { AgentProgram } from './programs/agent-programs.ts';
import { Replay } from './session/replay.ts';
import { RunningAgent, SessionEntry } from './session/running-agent.ts';
import { SessionUpdates } from './session/session-updates.ts';
import type { AgentAccounts } from './sign-in/agent-accounts.ts';
import { type TurnControl, turnControl } from './asking/turn-control.ts';
import { BackgroundWork } from './calls/background-work.ts';
import { WatchedTurns } from './session/watched-turns.ts';
import { Recorder } from './calls/recorder.ts';

/**
 * A chat with an external agent: `agent` is the name that is stored with the chat, `name` the one for people, `program`
 * finds what is to be started, `trusted` throws AgentFailure where the folder has changed since it was trusted.
 */
export type ExternalChatOf = {
  workspaceId: WorkspaceId;
  agent: string;
  name: string;
  program: () => Promise<AgentProgram>;
  trusted: () => Promise<void>;
};

export type ChatDeps = {
  log: ChatLog;
  messages: PersonMessages;
  workspaces: Workspaces;
  sessions: AgentSessionStore;
  agentOptions: AgentOptionStore;
  prompts: Prompts;
  asking: AskingServices;
  starter: AgentStarter;
  accounts: AgentAccounts;
  agentChanges: AgentChanges;
  /** Returns the MCP servers of a folder that the person lets external agents use. */
  sharedServers: (folder: string) => Promise<SharedServer[]>;
  after: StartTimer;
  /** The time after which an agent with nothing to do is ended, in milliseconds. */
  idleTime: number;
  report: (error: unknown) => string;
  logger: Logger;
};

/** One chat with its agent's process, which is started with the first prompt and kept for the next ones. */
export class ExternalChat {
  readonly #deps: ChatDeps;
  readonly #workspaceId: WorkspaceId;
  readonly #agent: string;
  readonly #name: string;
  readonly #requests: AgentRequests;
  readonly #unanswered: UnansweredRequests;
  readonly #recorder: Recorder;
  readonly #turns: WatchedTurns;
  readonly #kept: KeptSession;
  readonly #serverNotes: ServerNotes;
  readonly options: ChatOptions;
  readonly #updates: SessionUpdates;
  readonly #process: RunningAgent;
  readonly #trusted: () => Promise<void>;
  readonly #entry: SessionEntry;
  #running: Running | undefined;
  readonly #background: BackgroundWork;
  /** True where the agent's process was started with other keys than there are now. */
  #isStale = false;
  /** Calls off the end for idleness. */
  #keepOn = () => {};
  /** The way to sign in that the person chose for the next turn. */
  #signInWay: string | undefined;

  constructor(deps: ChatDeps, { workspaceId, agent, name, program, trusted }: ExternalChatOf) {
    this.#deps = deps;
    this.#workspaceId = workspaceId;
    this.#agent = agent;
    this.#name = name;
    this.#trusted = trusted;
    const { log, messages, workspaces, sessions, agentOptions, asking, report } = deps;
    const folder = workspaces.folder(workspaceId);
    const requests = new AgentRequests(asking, workspaceId, name);
    const { agentWaits } = asking.questions;
    const onChange = () => {
      workspaces.changed(workspaceId);
      this.#wasActive();
    };
    const background = new BackgroundWork({ now: log.now, after: deps.after, onChange });
    const recorder = new Recorder(log, { workspaceId, agent: name, folder, background });
    const kept = new KeptSession({ sessions, workspaces }, workspaceId, agent);
    const options = new ChatOptions(
      { agentOptions, workspaces },
      {
        workspaceId,
        agent,
        session: () => this.#process.entered,
        onSettings: (settings) => kept.noteFacts(settingFacts(settings)),
      },
    );
    const updates = new SessionUpdates(
      { log, workspaces, report },
      {
        workspaceId,
        name,
        options,
        recorder,
        kept,
        session: () => this.#process.session,
        isOver: () => this.#running?.signals.closing.aborted === true,
        isRunning: () => this.#running !== undefined,
        onUpdate: () => this.#wasActive(),
        onBackground: () => this.#turns.noteBackground(),
      },
    );
    this.#requests = requests;
    this.#unanswered = new UnansweredRequests({ log, messages, agentWaits, requests }, workspaceId);
    this.#recorder = recorder;
    this.#background = background;
    this.#turns = new WatchedTurns(deps.agentChanges, {
      workspaceId,
      recorder,
      folder: () => workspaces.folder(workspaceId),
    });
    this.#kept = kept;
    this.options = options;
    this.#updates = updates;
    const sharedServers = () => deps.sharedServers(folder.path);
    this.#serverNotes = new ServerNotes({ name, kept, shared: sharedServers });
    const [control, onExit] = [() => this.#control(), () => background.clear()];
    const runs = { agent, program, requests, control, updates, onExit, sharedServers };
    this.#process = new RunningAgent(deps, runs);
    this.#entry = new SessionEntry({ agent: this.#process, folder: folder.path, kept, options, updates });
  }

  /** Prompts the agent until nothing is queued or pending; returns the state of the turn then. */
  async work(signals: TurnSignals): Promise<TurnState> {
    const { log, messages, workspaces } = this.#deps;
    const id = this.#workspaceId;
    this.#keepOn();
    let isFirst = true;
    try {
      for (;;) {
        if (signals.stop.aborted || signals.closing.aborted) return { status: 'interrupted' };
        await this.#unanswered.settle(signals.stop, this.#kept);
        if (signals.stop.aborted || signals.closing.aborted) return { status: 'interrupted' };
        const { opens } = this.#kept.read();
        if (opens !== null) {
          const end = await this.#openEarlier(signals, opens);
          if (end !== undefined) return end;
        }
        messages.deliverQueued(id);
        const before = log.historyEnd(id);
        const last = before.findLast((entry) => entry.role === 'user' || entry.steps.length > 0);
        const answer = last?.role === 'agent' && !isSetup(last) ? last : undefined;
        const isCut = answer !== undefined && answer.steps.at(-1)?.complete !== true;
        if (last === undefined || (answer !== undefined && !this.#hasContext() && !(isCut && isFirst)))
          return { status: 'idle' };
        isFirst = false;
        const trouble = folderTrouble(workspaces.folder(id));
        if (trouble !== undefined) return { status: 'failed', problem: trouble };
        const end = await this.#turn(signals);
        if (end !== undefined) return end;
      }
    } finally {
      if (!signals.closing.aborted) this.#endLater();
    }
  }

  /** What the agent goes on with between its turns; undefined for nothing. */
  get background(): BackgroundCount | undefined {
    const { count } = this.#background;
    return count.running === 0 ? undefined : count;
  }

  /** Ends what the agent goes on with between turns, with its process; a turn that runs is left alone. */
  async stopBackground(): Promise<void> {
    if (this.#running === undefined) await this.end();
  }

  /**
   * Starts the agent's process anew with the next prompt: ends it now where it is at rest, else once nothing of it goes
   * on.
   */
  async renew(): Promise<void> {
    this.#isStale = true;
    if (this.#running === undefined && this.background === undefined) await this.end();
  }

  /**
   * Ends the agent's process once it was idle for a while. One that works in the background goes on, as does one that waits
   * for the person.
   */
  #endLater(): void {
    const { idleTime, after, report } = this.#deps;
    this.#keepOn();
    if (this.background !== undefined) return;
    this.#keepOn = after(idleTime, () => {
      if (this.#unanswered.calls().size > 0) this.#endLater();
      else void this.end().catch(report);
    });
  }

  /** Begins the idle time anew where no turn runs. */
  #wasActive(): void {
    if (this.#running === undefined && this.#process.session !== undefined) this.#endLater();
  }

  /** Returns a page of the agent's earlier sessions about the folder. Throws AgentFailure. */
  async sessions(after: string | null): Promise<Omit<ListedSessions, 'problem'>> {
    const { sessions, workspaces } = this.#deps;
    const session = await this.#process.started();
    if (this.#running === undefined) this.#endLater();
    if (!keepsSessions(session.agent)) return { sessions: [], next: null, can: false };
    const { folder } = workspaces.row(this.#workspaceId);
    const page = await listSessions(session, folder, after);
    const chatOf = (sessionId: string) => sessions.holder(this.#agent, sessionId) ?? null;
    return {
      sessions: page.sessions.map((one) => ({ ...one, chat: chatOf(one.sessionId) })),
      next: page.next,
      can: true,
    };
  }

  /**
   * Ends the agent's process; the next prompt starts another, which goes on with the session. A session that was begun
   * outside of Parley is never deleted.
   */
  async end(as?: SessionEnd): Promise<void> {
    this.#keepOn();
    this.#isStale = false;
    this.#turns.forget();
    const isOurs = !this.#kept.read().opened;
    await this.#process.end(isOurs ? as : undefined);
  }

  /** Ends the agent's process, since its person has signed out; a turn that runs ends with that problem. */
  async endSignedOut(problem: Problem): Promise<void> {
    if (this.#running !== undefined) this.#running.problem = problem;
    await this.end();
  }

  /** Gives the agent one prompt; returns the state where the turn is over with it. */
  async #turn(signals: TurnSignals): Promise<TurnState | undefined> {
    const running: Running = { signals, messageId: undefined, ended: new AbortController() };
    this.#running = running;
    const turn = this.#turns.next();
    let reason: string | undefined;
    try {
      const { session, isNew } = await this.#open(running);
      const watched = await turn.ready(signals);
      if (watched === undefined) return { status: 'interrupted' };
      // What is written while the agent starts belongs before its answer.
      if (running.messageId === undefined) this.#deps.messages.deliverQueued(this.#workspaceId);
      const messageId = (running.messageId ??= this.#beginAnswer());
      const servers = await this.#serverNotes.next(session.handed);
      const { pendingContext, unprompted } = this.#kept.read();
      const { context, prompt } = this.#deps.prompts.next({
        workspaceId: this.#workspaceId,
        messageId,
        session,
        isNew,
        pendingContext,
        unprompted,
      });
      const blocks = [...sessionHints(session), ...context, ...prompt];
      turn.begin(watched, messageId);
      const onHeard = () => {
        if (context.length > 0)
          this.#recorder.note(`${this.#name} began a new session and was given this conversation`);
        if (servers !== undefined) this.#recorder.note(servers);
      };
      this.#kept.promptSent({ messageId, pending: pendingContext.length, onHeard });
      reason = await promptUntil(session, blocks, {
        stop: signals.stop,
        giveUp: () => this.#running === running && void this.end(),
      });
      this.#noteMissingTools(session);
    } catch (error) {
      if (signals.stop.aborted || signals.closing.aborted) return { status: 'interrupted' };
      if (error instanceof AgentFailure) {
        this.#process.dropEnded();
        // The person's answer to what waits starts the agent again.
        if (running.messageId !== undefined && this.#unanswered.calls().size > 0) return undefined;
        return { status: 'failed', problem: running.problem ?? error.problem };
      }
      throw error;
    } finally {
      const compare = turn.ended();
      if (!signals.closing.aborted) this.#endAnswer(running, reason);
      this.#running = undefined;
      if (!signals.closing.aborted) await compare(running.messageId);
    }
    if (signals.stop.aborted) return { status: 'interrupted' };
    const problem = improperEnd(reason ?? '', this.#name);
    if (problem !== undefined) return { status: 'failed', problem };
    return undefined;
  }

  #noteMissingTools(session: AgentSession): void {
    const missing = session.missingTools();
    if (missing !== undefined) this.#recorder.note(missing);
  }

  /**
   * Opens the earlier session that the person chose, and stores what was said in it as the messages of the chat: all of
   * it, or nothing where the agent ends or is stopped before. Returns the state where the turn is over with that. One
   * that the agent refuses is not tried again; any other is, with the next turn.
   */
  async #openEarlier(signals: TurnSignals, opens: Opens): Promise<TurnState | undefined> {
    const { stop, closing } = signals;
    const running: Running = { signals, messageId: undefined, ended: new AbortController() };
    this.#running = running;
    const giveUp = () => void this.end();
    stop.addEventListener('abort', giveUp, { once: true });
    const folder = this.#deps.workspaces.folder(this.#workspaceId);
    const replay = new Replay(opens.sessionId, this.#name, folder);
    const record = () => this.#recordReplay(running, replay, opens);
    try {
      const refused = await this.#entry.load(replay, this.#ready(running), record);
      if (refused === undefined) return undefined;
      this.#kept.save({ opens: null });
      return { status: 'failed', problem: refused };
    } catch (error) {
      if (stop.aborted || closing.aborted) return { status: 'interrupted' };
      if (error instanceof AgentFailure)
        return { status: 'failed', problem: running.problem ?? error.problem };
      throw error;
    } finally {
      stop.removeEventListener('abort', giveUp);
      this.#running = undefined;
    }
  }

  #recordReplay({ signals, messageId: begun }: Running, replay: Replay, opens: Opens): void {
    const { log } = this.#deps;
    const { sessionId, title, at } = opens;
    signals.stop.throwIfAborted();
    signals.closing.throwIfAborted();
    replay.note(`Opened from the sessions of ${this.#name}`);
    this.#recorder.end(false, new Set());
    if (begun !== undefined) log.completeSteps(begun, 1);
    const of = { workspaceId: this.#workspaceId, at: at ?? log.now() };
    log.addReplayed(of, replay.read(), (messageId) => {
      this.#kept.save({ sessionId, messageId, opens: null, opened: true, unprompted: [] });
      this.#recorder.begin(messageId);
    });
    if (title !== null) this.#updates.entitle(title);
  }

  /** Signs in with the next turn, by a way that the agent named. */
  signIn(way: string): void {
    if (this.#running === undefined) this.#signInWay = way;
  }

  /** Gives the agent the queued messages within its turn; false where it does not take them so. */
  async steer(): Promise<boolean> {
    const [session, running] = [this.#process.session, this.#running];
    if (session === undefined || running === undefined) return false;
    const of = { workspaceId: this.#workspaceId, recorder: this.#recorder, kept: this.#kept };
    return this.#deps.prompts.steer(running, { session, ...of, isOver: () => this.#running !== running });
  }

  #beginAnswer(): MessageId {
    const messageId = this.#deps.prompts.beginAnswer(this.#workspaceId);
    this.#recorder.begin(messageId);
    return messageId;
  }

  #endAnswer({ messageId, signals, ended }: Running, reason: string | undefined): void {
    const { log } = this.#deps;
    ended.abort();
    if (messageId === undefined) return;
    const stopped = signals.stop.aborted;
    const cut = stopped || reason === undefined || reason === 'cancelled';
    if (reason !== undefined) this.#kept.promptHeard();
    this.#kept.turnEnded();
    this.#recorder.end(cut, stopped ? new Set() : this.#left(reason));
    if (!stopped && reason !== undefined) log.completeSteps(messageId, 1);
  }

  /** The calls that wait on when the agent's turn ends, for that `reason`; without one where the agent itself ended. */
  #left(reason: string | undefined): ReadonlySet<ToolCallId> {
    if (reason === undefined) return this.#unanswered.calls();
    return this.#requests.questions.unblocking();
  }

  #hasContext(): boolean {
    return (
      this.#kept.read().pendingContext.length > 0 ||
      this.#deps.prompts.steeredTexts(this.#workspaceId).length > 0
    );
  }

  async #open(running: Running): Promise<{ session: AgentSession; isNew: boolean }> {
    await this.#stillTrusted();
    if (this.#isStale && this.background === undefined) await this.end();
    const isKnown = this.#kept.knows(this.#deps.log.history(this.#workspaceId));
    return this.#entry.open(isKnown, this.#ready(running));
  }

  /** Ends an agent whose folder asks for trust again: agents read changed files as they go. */
  async #stillTrusted(): Promise<void> {
    try {
      await this.#trusted();
    } catch (error) {
      await this.end();
      throw error;
    }
  }

  /** Returns what happens before a session is entered: the sign-in that the person chose. */
  #ready(running: Running): (session: AgentSession) => Promise<void> {
    return async (session) => {
      const way = this.#signInWay;
      if (way === undefined) return;
      this.#signInWay = undefined;
      // The agent may ask for something as it signs its person in, which needs an answer to stand in.
      const messageId = (running.messageId = this.#beginAnswer());
      const { unprompted } = this.#kept.read();
      this.#kept.save({ unprompted: [...unprompted, messageId] });
      await session.signIn(way, running.signals.stop);
    };
  }

  #control(): TurnControl {
    this.#wasActive();
    this.#kept.promptHeard();
    return turnControl({
      recorder: this.#recorder,
      session: this.#process.session,
      signals: this.#running && { ...this.#running.signals, ended: this.#running.ended.signal },
      addContext: (text, about) => this.#kept.addContext(text, about),
    });
  }
}
