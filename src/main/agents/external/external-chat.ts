import type { MessageId, WorkspaceId } from '../../../shared/ids.ts';
import type { ListedSessions } from '../../../shared/providers/hosted-agent.ts';
import type { TurnState } from '../../../shared/workspace/turn-state.ts';
import { folderTrouble } from '../../folder/usable-folder.ts';
import type { TurnSignals } from '../chat-agent.ts';
import { ChatOptions } from './options.ts';
import { keepsSessions, listSessions, openEarlier } from './session/earlier-sessions.ts';
import { HostedFailure, improperEnd } from './failure.ts';
import type { HostedParts } from './external-deps.ts';
import { HostedRequests } from './agent-requests.ts';
import type { HostedSession, SessionEnd } from './session/session.ts';
import type { Opens } from '../../storage/hosted-store.ts';
import { KeptSession } from './session/kept-session.ts';
import type { LeftCalls } from './orphaned-calls.ts';
import { LeftOpen } from './asking/unanswered-requests.ts';
import { settingFacts } from './modes.ts';
import { firstWords, promptFor, promptUntil, type Running, steeredTexts, steerInto } from './prompt.ts';
import type { HostedProgram } from './programs/presets.ts';
import { ChosenSignIn } from './session/sign-in-ways.ts';
import { RunningAgent, SessionEntry } from './session/running-agent.ts';
import { SessionUpdates } from './session/session-updates.ts';
import { type TurnControl, turnControl } from './turn-control.ts';
import { UpdateRecorder } from './calls/recorder.ts';

/**
 * A chat with a hosted agent: `agent` is the name that is stored with the chat, `name` the one for people, `program`
 * finds what is to be started, `trusted` throws HostedFailure where the folder has changed since it was trusted.
 */
export type HostedChatOf = {
  workspaceId: WorkspaceId;
  agent: string;
  name: string;
  program: () => Promise<HostedProgram>;
  trusted: () => Promise<void>;
  left: LeftCalls;
};

/** One chat with its agent's process, which is started with the first prompt and kept for the next ones. */
export class HostedChat {
  readonly #parts: HostedParts;
  readonly #workspaceId: WorkspaceId;
  readonly #agent: string;
  readonly #name: string;
  readonly #requests: HostedRequests;
  readonly #recorder: UpdateRecorder;
  readonly #kept: KeptSession;
  /** The options and commands of its agent. */
  readonly options: ChatOptions;
  readonly #updates: SessionUpdates;
  /** Texts for the agent's next prompt, said while this one goes on. */
  #toldLater: string[] = [];
  readonly #process: RunningAgent;
  readonly #trusted: () => Promise<void>;
  readonly #entry: SessionEntry;
  #running: Running | undefined;
  #idle: NodeJS.Timeout | undefined;
  readonly #signIn = new ChosenSignIn();

  constructor(parts: HostedParts, { workspaceId, agent, name, program, trusted, left }: HostedChatOf) {
    this.#parts = parts;
    this.#workspaceId = workspaceId;
    this.#agent = agent;
    this.#name = name;
    this.#trusted = trusted;
    this.#requests = new HostedRequests({ ...parts, left }, workspaceId, name);
    this.#recorder = new UpdateRecorder(parts.log, workspaceId, parts.workspaces.folder(workspaceId));
    this.#kept = new KeptSession(parts, workspaceId, agent);
    this.options = new ChatOptions(parts, {
      workspaceId,
      agent,
      session: () => this.#process.entered,
      onSettings: (settings) => this.#kept.noteFacts(settingFacts(settings)),
    });
    this.#updates = new SessionUpdates({
      ...parts,
      options: this.options,
      workspaceId,
      name,
      recorder: this.#recorder,
      kept: this.#kept,
      session: () => this.#process.session,
      isOver: () => this.#running?.signals.closing.aborted === true,
      isRunning: () => this.#running !== undefined,
    });
    const { options } = this;
    const [requests, updates, kept] = [this.#requests, this.#updates, this.#kept];
    const control = () => this.#control();
    this.#process = new RunningAgent({ ...parts, agent, program, requests, control, updates });
    this.#entry = new SessionEntry({ ...parts, workspaceId, agent: this.#process, kept, options, updates });
  }

  /** Gives the agent what is there for it until nothing is left; returns the state that is left. */
  async work(signals: TurnSignals): Promise<TurnState> {
    const { log, messages, workspaces } = this.#parts;
    const id = this.#workspaceId;
    clearTimeout(this.#idle);
    const left = new LeftOpen(this.#parts, this.#requests.questions, id);
    let isFirst = true;
    try {
      for (;;) {
        if (signals.stop.aborted || signals.closing.aborted) return { status: 'interrupted' };
        await left.settle(signals.stop, (text) => this.#tell(text));
        if (signals.stop.aborted || signals.closing.aborted) return { status: 'interrupted' };
        const { opens } = this.#kept.read();
        if (opens !== null) {
          const end = await this.#openEarlier(signals, opens);
          if (end !== undefined) return end;
        }
        messages.deliverQueued(id);
        const before = log.historyEnd(id);
        const last = before.findLast((entry) => entry.role === 'user' || entry.steps.length > 0);
        const isCut = last?.role === 'agent' && last.steps.at(-1)?.complete !== true;
        if (last === undefined || (last.role === 'agent' && !this.#isTold() && !(isCut && isFirst)))
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

  /** Ends the agent's process once nothing was asked of it for a while. */
  #endLater(): void {
    const { idleTime, report } = this.#parts;
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => void this.end().catch(report), idleTime);
    this.#idle.unref();
  }

  /** Returns the agent's earlier sessions about the folder, from a place in their list on. Throws HostedFailure. */
  async sessions(after: string | null): Promise<Omit<ListedSessions, 'problem'>> {
    const { hosted, workspaces } = this.#parts;
    const session = await this.#process.started();
    if (this.#running === undefined) this.#endLater();
    if (!keepsSessions(session.agent)) return { sessions: [], next: null, can: false };
    const { folder } = workspaces.row(this.#workspaceId);
    const { sessions, next } = await listSessions(session, folder, after);
    const chatOf = (sessionId: string) => hosted.holder(this.#agent, sessionId) ?? null;
    return { sessions: sessions.map((one) => ({ ...one, chat: chatOf(one.sessionId) })), next, can: true };
  }

  /** Ends the agent's process, with a session that was begun elsewhere kept in any case; the next prompt starts another, which goes on with the session. */
  async end(as?: SessionEnd): Promise<void> {
    clearTimeout(this.#idle);
    const isOurs = !this.#kept.read().opened;
    await this.#process.end(isOurs ? as : undefined);
  }

  /** Gives the agent one prompt; returns the state where the turn is over with it. */
  async #turn(signals: TurnSignals): Promise<TurnState | undefined> {
    const id = this.#workspaceId;
    const running: Running = { signals, messageId: undefined };
    this.#running = running;
    let reason: string | undefined;
    try {
      const { session, isNew } = await this.#open(running);
      if (signals.stop.aborted || signals.closing.aborted) return { status: 'interrupted' };
      // What is written while the agent starts belongs before its answer.
      if (running.messageId === undefined) this.#parts.messages.deliverQueued(id);
      const messageId = (running.messageId ??= this.#beginAnswer());
      const { context, prompt } = promptFor(this.#parts, {
        workspaceId: id,
        messageId,
        session,
        isNew,
        untold: this.#kept.give(),
        unheard: this.#signIn.answers,
      });
      this.#signIn.answers.clear();
      if (context.length > 0)
        this.#recorder.note(`${this.#name} began a new session and was given this conversation`);
      this.#kept.save({ messageId });
      const said = [...(isNew ? firstWords(session) : []), ...context, ...prompt];
      reason = await promptUntil(session, said, {
        stop: signals.stop,
        giveUp: () => this.#running === running && void this.end(),
      });
    } catch (error) {
      if (signals.stop.aborted || signals.closing.aborted) return { status: 'interrupted' };
      if (error instanceof HostedFailure) {
        this.#process.dropEnded();
        // What waits for the person waits on: their answer starts the agent again.
        if (running.messageId !== undefined && LeftOpen.unheard(this.#parts, id).size > 0) return undefined;
        return { status: 'failed', problem: error.problem };
      }
      throw error;
    } finally {
      if (!signals.closing.aborted) this.#endAnswer(running.messageId, reason, signals.stop.aborted);
      this.#running = undefined;
    }
    if (signals.stop.aborted) return { status: 'interrupted' };
    const problem = improperEnd(reason ?? '', this.#name);
    if (problem !== undefined) return { status: 'failed', problem };
    return undefined;
  }

  /** Opens the earlier session that the person chose; returns the state where the turn is over with that. */
  async #openEarlier(signals: TurnSignals, opens: Opens): Promise<TurnState | undefined> {
    const running: Running = { signals, messageId: undefined };
    this.#running = running;
    const giveUp = () => void this.end();
    signals.stop.addEventListener('abort', giveUp, { once: true });
    try {
      return await openEarlier(opens, {
        ...this.#parts,
        workspaceId: this.#workspaceId,
        name: this.#name,
        running,
        ready: this.#ready(running, false),
        entry: this.#entry,
        kept: this.#kept,
        recorder: this.#recorder,
        updates: this.#updates,
      });
    } finally {
      signals.stop.removeEventListener('abort', giveUp);
      this.#running = undefined;
    }
  }

  /** Signs in with the next turn, by a way that the agent named. */
  signIn(way: string): void {
    if (this.#running === undefined) this.#signIn.choose(way);
  }

  /** Gives the agent what is queued while its turn goes on; false where it does not take it so. */
  async steer(): Promise<boolean> {
    const [session, running, parts] = [this.#process.session, this.#running, this.#parts];
    if (session === undefined || running === undefined) return false;
    const of = { workspaceId: this.#workspaceId, recorder: this.#recorder, kept: this.#kept };
    return steerInto(running, { parts, session, ...of, isOver: () => this.#running !== running });
  }

  #beginAnswer(): MessageId {
    const { log, steering } = this.#parts;
    const id = this.#workspaceId;
    const end = log.historyEnd(id).at(-1);
    const isEmpty = end?.role === 'agent' && end.steps.length === 0;
    const messageId = isEmpty ? end.messageId : log.beginAgentMessage(id);
    steering.place(id, messageId, 0);
    this.#recorder.begin(messageId);
    return messageId;
  }

  #endAnswer(messageId: MessageId | undefined, reason: string | undefined, stopped: boolean): void {
    const { log } = this.#parts;
    if (messageId === undefined) return;
    const cut = stopped || reason === undefined || reason === 'cancelled';
    const isCrash = !stopped && reason === undefined;
    this.#recorder.end(cut, isCrash ? LeftOpen.unheard(this.#parts, this.#workspaceId) : new Set());
    if (!stopped && reason !== undefined) log.completeSteps(messageId, 1);
    this.#kept.save({ messageId, ...(reason !== undefined && { untold: this.#toldLater }) });
    this.#toldLater = [];
  }

  #tell(text: string): void {
    if (this.#running !== undefined) this.#toldLater.push(text);
    this.#kept.save({ untold: [...this.#kept.read().untold, text] });
  }

  #isTold(): boolean {
    return this.#kept.read().untold.length > 0 || steeredTexts(this.#parts, this.#workspaceId).length > 0;
  }

  /** Returns the session with the chat in it, after a sign-in that the person chose. */
  async #open(running: Running): Promise<{ session: HostedSession; isNew: boolean }> {
    await this.#stillTrusted();
    const isKnown = this.#kept.knows(this.#parts.log.history(this.#workspaceId));
    return this.#entry.open(isKnown, this.#ready(running, isKnown));
  }

  /** Ends an agent that runs in a folder that asks for trust again: it reads changed files as it goes. */
  async #stillTrusted(): Promise<void> {
    try {
      await this.#trusted();
    } catch (error) {
      await this.end();
      throw error;
    }
  }

  /** Returns what happens before a session is entered: the sign-in that the person chose. */
  #ready(running: Running, isKnown: boolean): (session: HostedSession) => Promise<void> {
    return (session) =>
      this.#signIn.walk(session, running.signals.stop, () => {
        const messageId = (running.messageId = this.#beginAnswer());
        if (isKnown) this.#kept.save({ messageId });
        return messageId;
      });
  }

  #control(): TurnControl {
    this.#kept.heard();
    return turnControl({
      recorder: this.#recorder,
      session: this.#process.session,
      signals: this.#running?.signals,
      tell: (text) => this.#tell(text),
    });
  }
}
