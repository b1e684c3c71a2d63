import type { WorkspaceId } from '../../../shared/ids.ts';
import type { FoundAgents, ListedSessions } from '../../../shared/providers/hosted-agent.ts';
import type { TurnState } from '../../../shared/workspace/turn-state.ts';
import type { Workspace } from '../../../shared/workspace/workspace.ts';
import type { Opens } from '../../storage/hosted-store.ts';
import type { ChatAgent, Standing, TurnSignals } from '../chat-agent.ts';
import { mustContinue } from '../model/next-move.ts';
import { LeftCalls } from './orphaned-calls.ts';
import type { HostedChat } from './external-chat.ts';
import type { HostedParts } from './external-deps.ts';
import type { ChatOptions } from './options.ts';
import { describeAgent, idOf, isHosted, nameOf } from './agent-names.ts';
import { chooseSession } from './session/choose-session.ts';
import type { SessionEnd } from './session/session.ts';
import { standingOf } from './agent-status.ts';
import { AgentSignIns } from './sign-in/agent-sign-ins.ts';
import type { SignInTerminals } from './sign-in/sign-in-terminals.ts';

type ChatsParts = HostedParts & {
  left: LeftCalls;
  /** Resolves once nothing is left of the last process of Parley. */
  cleared: () => Promise<unknown>;
};

/** The chats with hosted agents that something was asked of; what talks to an agent is loaded with the first one. */
export class HostedChats {
  readonly #parts: ChatsParts;
  readonly #chats = new Map<WorkspaceId, { agent: string; chat: HostedChat }>();

  constructor(parts: ChatsParts) {
    this.#parts = parts;
  }

  get(workspaceId: WorkspaceId): HostedChat | undefined {
    return this.#chats.get(workspaceId)?.chat;
  }

  /** Returns a chat with the agent that it has now. */
  async open(workspaceId: WorkspaceId): Promise<HostedChat> {
    const { workspaces, left, cleared } = this.#parts;
    const { agent, folder } = workspaces.row(workspaceId);
    const known = this.#chats.get(workspaceId);
    if (known?.agent === agent) return known.chat;
    await this.end(workspaceId);
    const { HostedChat } = await import('./external-chat.ts');
    const program = async () => {
      const { programFor } = await import('./programs/launch.ts');
      await cleared();
      return programFor(idOf(agent), folder, this.#parts);
    };
    const trusted = async () => {
      const { checkTrust } = await import('./programs/launch.ts');
      await checkTrust(idOf(agent), folder, this.#parts);
    };
    const of = { workspaceId, agent, name: nameOf(agent), program, trusted, left };
    const chat = new HostedChat(this.#parts, of);
    this.#chats.set(workspaceId, { agent, chat });
    return chat;
  }

  /** Has the agent of a chat take its turn; returns the state that is left. */
  async work(workspaceId: WorkspaceId, signals: TurnSignals): Promise<TurnState> {
    const { HostedFailure } = await import('./failure.ts');
    try {
      return await (await this.open(workspaceId)).work(signals);
    } catch (error) {
      if (error instanceof HostedFailure) return { status: 'failed', problem: error.problem };
      throw error;
    }
  }

  /** Returns earlier sessions of a chat's agent about its folder, or why they can't be listed. */
  async sessions(workspaceId: WorkspaceId, after: string | null): Promise<Partial<ListedSessions>> {
    const { HostedFailure } = await import('./failure.ts');
    try {
      return await (await this.open(workspaceId)).sessions(after);
    } catch (error) {
      if (error instanceof HostedFailure) return { can: true, problem: error.problem.what };
      throw error;
    }
  }

  /** Ends the process of a chat. */
  async end(workspaceId: WorkspaceId, as?: SessionEnd): Promise<void> {
    const known = this.#chats.get(workspaceId);
    this.#chats.delete(workspaceId);
    await known?.chat.end(as);
  }

  /** Ends an agent's processes without a turn; the next prompt starts each with the keys there are then. */
  async endIdle(agent: string): Promise<void> {
    const { workspaces } = this.#parts;
    const idle = [...this.#chats].filter(
      ([id, chat]) => chat.agent === agent && workspaces.row(id).turn.status !== 'working',
    );
    await Promise.all(idle.map(([, { chat }]) => chat.end()));
  }

  /** Ends all processes; resolves when nothing of them is left. */
  async close(): Promise<void> {
    await Promise.all([...this.#chats.values()].map(({ chat }) => chat.end()));
  }
}

/**
 * The agents that are not Parley's: each chat with one has a process of its own. What talks to them is loaded with
 * the first prompt.
 */
export class HostedAgents implements ChatAgent {
  readonly #parts: HostedParts;
  readonly #left: LeftCalls;
  readonly #chats: HostedChats;
  readonly #signIns: AgentSignIns;
  /** Resolves once nothing is left of the last process of Parley. */
  #cleared: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor(parts: HostedParts) {
    this.#parts = parts;
    this.#left = new LeftCalls(parts);
    const cleared = () => this.#cleared;
    this.#chats = new HostedChats({ ...parts, left: this.#left, cleared });
    this.#signIns = new AgentSignIns({ ...parts, chats: this.#chats, cleared });
  }

  /** Ends what the last process of Parley left running. */
  recover(): void {
    const { hosted, report } = this.#parts;
    if (hosted.processes().length === 0) return;
    const end = async () => (await import('./programs/agent-process.ts')).endLeftAgents(hosted);
    this.#cleared = end().catch(report);
  }

  async work(workspaceId: WorkspaceId, signals: TurnSignals): Promise<TurnState> {
    if (this.#closed) return { status: 'interrupted' };
    const end = await this.#chats.work(workspaceId, signals);
    this.#signIns.noteEnd(workspaceId, end);
    return end;
  }

  /** Nothing runs a call of a hosted agent again; one that waits for the person is kept. */
  settleBrokenCalls(): void {
    // Each chat settles its calls when its turn ends, or with the next one.
  }

  standing(workspaceId: WorkspaceId): Standing {
    return standingOf(this.#parts, workspaceId);
  }

  hasMore(workspaceId: WorkspaceId): boolean {
    const { log, messages, resolving } = this.#parts;
    return (
      messages.hasQueued(workspaceId) ||
      mustContinue(log.historyEnd(workspaceId), resolving.goOn(workspaceId))
    );
  }

  async steer(workspaceId: WorkspaceId): Promise<boolean> {
    return (await this.#chats.get(workspaceId)?.steer()) ?? false;
  }

  /** A hosted agent makes room in its own way. */
  canSummarise(): boolean {
    return false;
  }

  summarise(_: WorkspaceId, before: TurnState): Promise<TurnState> {
    return Promise.resolve(before);
  }

  /** Returns an agent as windows show it in a chat. */
  describe(agent: string, workspaceId: WorkspaceId): Workspace['agent'] {
    return describeAgent(agent, this.#parts.hosted.session(workspaceId), this.#left.of(workspaceId));
  }

  /** Returns what the hosted agent of a chat can be told; undefined where Parley's own loop works. */
  async options(workspaceId: WorkspaceId): Promise<ChatOptions | undefined> {
    if (!isHosted(this.#parts.workspaces.row(workspaceId).agent)) return undefined;
    return (await this.#chats.open(workspaceId)).options;
  }

  /** Returns the earlier sessions of a chat's agent about its folder, from a place in their list on. */
  async sessions(workspaceId: WorkspaceId, after: string | null): Promise<ListedSessions> {
    const none = { sessions: [], next: null, can: false, problem: null };
    if (this.#closed || !isHosted(this.#parts.workspaces.row(workspaceId).agent)) return none;
    return { ...none, ...(await this.#chats.sessions(workspaceId, after)) };
  }

  /**
   * Has a session of a chat's agent opened with the next turn: in the chat where nothing was said in it, else in a new
   * one. Returns the chat, or the one that has the session already. Throws FolderUnusable.
   */
  openSession(from: WorkspaceId, opens: Opens): { chat: WorkspaceId; isNew: boolean } {
    return chooseSession(this.#parts, from, opens);
  }

  /** Has the agent of a chat sign its person in with the next turn, by a way that it named and what they entered for it. */
  signIn(workspaceId: WorkspaceId, method: string, entered: Record<string, string>): Promise<void> {
    return this.#signIns.begin(workspaceId, method, entered);
  }

  /** Forgets a key that was entered for an agent. */
  removeKey(agent: string, variable: string): Promise<void> {
    return this.#signIns.removeKey(agent, variable);
  }

  /** Returns the terminals in which people sign in; `goOn` is called with each chat that waited for that. */
  terminals(goOn: (chat: WorkspaceId) => void): Promise<SignInTerminals> {
    return this.#signIns.terminals(goOn);
  }

  /** Looks for agents on this machine. */
  async find(): Promise<FoundAgents> {
    const { listAgents } = await import('./programs/list-agents.ts');
    return listAgents(this.#parts, await this.#signIns.signedOut());
  }

  /** Ends the process of a chat that goes for good; while it runs, its agent deletes the session too. */
  forgetChat(workspaceId: WorkspaceId): Promise<void> {
    return this.#chats.end(workspaceId, 'deleted');
  }

  /** Ends all processes; resolves when nothing of them is left. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([this.#chats.close(), this.#signIns.close()]);
    await this.#cleared;
  }
}
