import type { WorkspaceId } from '../../../shared/ids.ts';
import type { FoundAgents, ListedSessions } from '../../../shared/providers/external-agent.ts';
import type { TurnState } from '../../../shared/workspace/turn-state.ts';
import type { Workspace } from '../../../shared/workspace/workspace.ts';
import type { AgentSessionStore, Opens } from '../../storage/agent-session-store.ts';
import type { ChatAgent, AgentStatus, TurnSignals } from '../chat-agent.ts';
import type { AddedFolders } from './added-folders.ts';
import { describeAgent } from './agent-names.ts';
import type { StoredStatus } from './agent-status.ts';
import type { AgentWaits } from './asking/agent-waits.ts';
import type { ExternalChats } from './external-chats.ts';
import type { AgentInstalls } from './install/agent-installs.ts';
import type { AgentPrograms } from './programs/agent-programs.ts';
import type { RegistryList } from './registry/registry-list.ts';
import type { OrphanedAgents } from './programs/orphaned-agents.ts';
import type { ChatOptions } from './session/options.ts';
import type { AgentSignIns } from './sign-in/agent-sign-ins.ts';
import type { SignInTerminals } from './sign-in/sign-in-terminals.ts';

type AgentsDeps = {
  chats: ExternalChats;
  storedStatus: StoredStatus;
  agentWaits: AgentWaits;
  sessions: AgentSessionStore;
  signIns: AgentSignIns;
  addedFolders: AddedFolders;
  /** The installs of agents on this machine. */
  installs: AgentInstalls;
  orphans: OrphanedAgents;
  programs: () => Promise<AgentPrograms>;
  /** Loads the list of agents of the ACP registry. */
  registryList: () => Promise<RegistryList>;
};

/** The agents that speak ACP: each chat with one has a process of its own, which is started with the first prompt. */
export class ExternalAgents implements ChatAgent {
  readonly #deps: AgentsDeps;

  constructor(deps: AgentsDeps) {
    this.#deps = deps;
  }

  get installs(): AgentInstalls {
    return this.#deps.installs;
  }

  /** Ends what an earlier process of Parley left running, and removes what it left half installed. */
  recover(): void {
    this.#deps.orphans.end();
    this.installs.recover();
  }

  async work(workspaceId: WorkspaceId, signals: TurnSignals): Promise<TurnState> {
    const { chats, signIns } = this.#deps;
    const end = await chats.work(workspaceId, signals);
    signIns.noteEnd(workspaceId, end);
    return end;
  }

  /** Nothing runs a call of an external agent again; one that waits for the person is kept. */
  settleBrokenCalls(): void {
    // Each chat settles its calls when its turn ends, or with the next one.
  }

  status(workspaceId: WorkspaceId): AgentStatus {
    return this.#deps.storedStatus.of(workspaceId);
  }

  hasMore(workspaceId: WorkspaceId): boolean {
    return this.#deps.storedStatus.hasMore(workspaceId);
  }

  async steer(workspaceId: WorkspaceId): Promise<boolean> {
    return (await this.#deps.chats.get(workspaceId)?.steer()) ?? false;
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

  /** Ends what a chat's agent goes on with between turns. A turn that runs is left alone. */
  async stopBackground(workspaceId: WorkspaceId): Promise<void> {
    await this.#deps.chats.get(workspaceId)?.stopBackground();
  }

  describe(agent: string, workspaceId: WorkspaceId): Workspace['agent'] {
    const { chats, sessions, agentWaits } = this.#deps;
    return describeAgent(agent, sessions.session(workspaceId), {
      waits: agentWaits.of(workspaceId),
      background: chats.get(workspaceId)?.background,
    });
  }

  /** Returns the options of a chat's agent; undefined where a model works in Parley's own loop. */
  options(workspaceId: WorkspaceId): Promise<ChatOptions | undefined> {
    return this.#deps.chats.options(workspaceId);
  }

  /** Returns a page of the earlier sessions of a chat's agent about its folder; `after` is the cursor of the page before. */
  sessions(workspaceId: WorkspaceId, after: string | null): Promise<ListedSessions> {
    return this.#deps.chats.sessions(workspaceId, after);
  }

  /** Has an earlier session opened with the next turn; see `ExternalChats`. Throws FolderUnusable. */
  openSession(from: WorkspaceId, opens: Opens): { chat: WorkspaceId; isNew: boolean } {
    return this.#deps.chats.openSession(from, opens);
  }

  registryList(): Promise<RegistryList> {
    return this.#deps.registryList();
  }

  /** Adds a folder to a chat for its agent, from the next message on. Throws FolderUnusable. */
  addFolder(workspaceId: WorkspaceId, folder: string): Promise<void> {
    return this.#deps.addedFolders.add(workspaceId, folder);
  }

  removeFolder(workspaceId: WorkspaceId, folder: string): void {
    this.#deps.addedFolders.remove(workspaceId, folder);
  }

  get signIns(): AgentSignIns {
    return this.#deps.signIns;
  }

  /** Returns the terminals in which people sign in; `goOn` is called with each chat that waited for that. */
  terminals(goOn: (chat: WorkspaceId) => void): Promise<SignInTerminals> {
    return this.#deps.signIns.terminals(goOn);
  }

  async find(): Promise<FoundAgents> {
    const { programs, signIns } = this.#deps;
    return (await programs()).list(await signIns.signedOut());
  }

  /** Ends the process of a chat that works in another folder from now on; the next prompt starts one there. */
  folderMoved(workspaceId: WorkspaceId): Promise<void> {
    return this.#deps.chats.end(workspaceId);
  }

  /** Ends the process of a chat that is removed for good. An agent that runs deletes the session too. */
  forgetChat(workspaceId: WorkspaceId): Promise<void> {
    return this.#deps.chats.end(workspaceId, 'deleted');
  }

  /** Ends all processes; resolves when nothing of them is left. */
  async close(): Promise<void> {
    const { chats, signIns, installs, orphans } = this.#deps;
    await Promise.all([chats.close(), signIns.close(), installs.close()]);
    await orphans.ended();
  }
}
