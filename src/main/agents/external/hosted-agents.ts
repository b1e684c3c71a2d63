import type { WorkspaceId } from '../../../shared/ids.ts';
import type { FoundAgents, ListedSessions } from '../../../shared/providers/hosted-agent.ts';
import type { Workspace } from '../../../shared/workspace/workspace.ts';
import type { TurnState } from '../../../shared/workspace/turn-state.ts';
import type { ChatAgent, Standing, TurnSignals } from '../chat-agent.ts';
import { mustContinue } from '../model/next-move.ts';
import { AgentSignIns } from './sign-in/agent-sign-ins.ts';
import { chooseSession } from './session/choose-session.ts';
import type { ChatOptions } from './chat-options.ts';
import { describeAgent, isHosted } from './programs/describe-agent.ts';
import { HostedChats } from './hosted-chats.ts';
import type { HostedParts } from './hosted-parts.ts';
import type { Opens } from '../../storage/hosted-store.ts';
import type { SignInTerminals } from './sign-in/sign-in-terminals.ts';
import { LeftCalls } from './calls/left-calls.ts';
import { standingOf } from './session/standing.ts';

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
    const end = async () => (await import('./programs/stored-processes.ts')).endLeftAgents(hosted);
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
