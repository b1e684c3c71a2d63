import type { WorkspaceId } from '../../../shared/ids.ts';
import type { FoundAgents, ListedSessions } from '../../../shared/providers/external-agent.ts';
import type { TurnState } from '../../../shared/workspace/turn-state.ts';
import type { Workspace } from '../../../shared/workspace/workspace.ts';
import type { Opens } from '../../storage/agent-session-store.ts';
import type { ChatAgent, AgentStatus, TurnSignals } from '../chat-agent.ts';
import { mustContinue } from '../model/next-move.ts';
import { ExternalChats } from './external-chats.ts';
import type { ExternalDeps } from './external-deps.ts';
import type { ChatOptions } from './session/options.ts';
import { describeAgent, isExternal } from './agent-names.ts';
import { KeptSession } from './session/kept-session.ts';
import { statusOf } from './agent-status.ts';
import { AgentInstalls } from './install/agent-installs.ts';
import { AgentSignIns } from './sign-in/agent-sign-ins.ts';
import type { SignInTerminals } from './sign-in/sign-in-terminals.ts';

/** The agents that speak ACP: each chat with one has a process of its own, which is started with the first prompt. */
export class ExternalAgents implements ChatAgent {
  readonly #deps: ExternalDeps;
  readonly #chats: ExternalChats;
  readonly #signIns: AgentSignIns;
  /** The installs of agents on this machine. */
  readonly installs: AgentInstalls;
  /** Resolves once nothing runs any more that an earlier process of Parley started. */
  #orphansEnded: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor(deps: ExternalDeps) {
    this.#deps = deps;
    const orphansEnded = () => this.#orphansEnded;
    this.#chats = new ExternalChats(deps, orphansEnded);
    this.#signIns = new AgentSignIns(deps, this.#chats, orphansEnded);
    this.installs = new AgentInstalls({
      ...deps,
      orphansEnded,
      onChange: deps.onInstalls,
      onInstalled: (agent, ways) => {
        if (ways !== undefined) this.#signIns.noteSignedOut(agent, ways);
      },
    });
  }

  /** Ends what an earlier process of Parley left running, and removes what it left half installed. */
  recover(): void {
    const { sessions, report } = this.#deps;
    if (sessions.processes().length > 0) {
      const end = async () => (await import('./programs/agent-process.ts')).endOrphanedProcesses(sessions);
      this.#orphansEnded = end().catch(report);
    }
    this.installs.recover();
  }

  async work(workspaceId: WorkspaceId, signals: TurnSignals): Promise<TurnState> {
    if (this.#closed) return { status: 'interrupted' };
    const end = await this.#chats.work(workspaceId, signals);
    this.#signIns.noteEnd(workspaceId, end);
    return end;
  }

  /** Nothing runs a call of an external agent again; one that waits for the person is kept. */
  settleBrokenCalls(): void {
    // Each chat settles its calls when its turn ends, or with the next one.
  }

  status(workspaceId: WorkspaceId): AgentStatus {
    return statusOf(this.#deps, workspaceId);
  }

  hasMore(workspaceId: WorkspaceId): boolean {
    const { log, messages, resolving } = this.#deps;
    return (
      messages.hasQueued(workspaceId) ||
      mustContinue(log.historyEnd(workspaceId), resolving.goOn(workspaceId))
    );
  }

  async steer(workspaceId: WorkspaceId): Promise<boolean> {
    return (await this.#chats.get(workspaceId)?.steer()) ?? false;
  }

  /** An external agent compacts its context itself, or at a message that says `/compact`. */
  canSummarise(): boolean {
    return false;
  }

  summarise(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  /** An external agent repeats its requests itself. */
  retryNow(): void {}

  describe(agent: string, workspaceId: WorkspaceId): Workspace['agent'] {
    return describeAgent(
      agent,
      this.#deps.sessions.session(workspaceId),
      this.#deps.agentWaits.of(workspaceId),
    );
  }

  /** Returns the options of a chat's agent; undefined where a model works in Parley's own loop. */
  async options(workspaceId: WorkspaceId): Promise<ChatOptions | undefined> {
    if (!isExternal(this.#deps.workspaces.row(workspaceId).agent)) return undefined;
    return (await this.#chats.open(workspaceId)).options;
  }

  /** Returns a page of the earlier sessions of a chat's agent about its folder; `after` is the cursor of the page before. */
  async sessions(workspaceId: WorkspaceId, after: string | null): Promise<ListedSessions> {
    const none = { sessions: [], next: null, can: false, problem: null };
    if (this.#closed || !isExternal(this.#deps.workspaces.row(workspaceId).agent)) return none;
    return { ...none, ...(await this.#chats.sessions(workspaceId, after)) };
  }

  /**
   * Has an earlier session of a chat's agent opened with the next turn: in the chat where that is empty, else in a new
   * one. Returns the chat, or the one that has the session already. Throws FolderUnusable.
   */
  openSession(from: WorkspaceId, opens: Opens): { chat: WorkspaceId; isNew: boolean } {
    const { sessions, workspaces } = this.#deps;
    const { agent, folder } = workspaces.row(from);
    if (!isExternal(agent)) return { chat: from, isNew: false };
    const holder = sessions.holder(agent, opens.sessionId);
    if (holder !== undefined) return { chat: holder, isNew: false };
    const chat = this.#isUnused(from) ? from : workspaces.create(folder).id;
    workspaces.setAgent(chat, agent);
    new KeptSession(this.#deps, chat, agent).save({ opens });
    return { chat, isNew: true };
  }

  /** Has the agent of a chat sign its person in with the next turn; `entered` are the keys for that way, by variable. */
  signIn(workspaceId: WorkspaceId, method: string, entered: Record<string, string>): Promise<void> {
    return this.#signIns.begin(workspaceId, method, entered);
  }

  removeKey(agent: string, variable: string): Promise<void> {
    return this.#signIns.removeKey(agent, variable);
  }

  /** Returns the terminals in which people sign in; `goOn` is called with each chat that waited for that. */
  terminals(goOn: (chat: WorkspaceId) => void): Promise<SignInTerminals> {
    return this.#signIns.terminals(goOn);
  }

  #isUnused(id: WorkspaceId): boolean {
    const { log, messages, workspaces } = this.#deps;
    const isWorking = workspaces.row(id).turn.status === 'working';
    return !isWorking && log.historyEnd(id).length === 0 && !messages.hasQueued(id);
  }

  async find(): Promise<FoundAgents> {
    const { listAgents } = await import('./programs/list-agents.ts');
    return listAgents(this.#deps, await this.#signIns.signedOut());
  }

  /** Ends the process of a chat that is removed for good. An agent that runs deletes the session too. */
  forgetChat(workspaceId: WorkspaceId): Promise<void> {
    return this.#chats.end(workspaceId, 'deleted');
  }

  /** Ends all processes; resolves when nothing of them is left. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([this.#chats.close(), this.#signIns.close(), this.installs.close()]);
    await this.#orphansEnded;
  }
}
