import type { WorkspaceId } from '../../../shared/ids.ts';
import type { ListedSessions } from '../../../shared/providers/external-agent.ts';
import type { Problem, TurnState } from '../../../shared/workspace/turn-state.ts';
import type { ChatLog } from '../../chat/chat-log.ts';
import type { PersonMessages } from '../../chat/person-messages.ts';
import type { AgentSessionStore, Opens } from '../../storage/agent-session-store.ts';
import type { Workspaces } from '../../workspaces/workspaces.ts';
import type { TurnSignals } from '../chat-agent.ts';
import type { AddedFolders } from './added-folders.ts';
import { idOf, isExternal, nameOf } from './agent-names.ts';
import type { ExternalChat, ExternalChatOf } from './external-chat.ts';
import type { AgentPrograms } from './programs/agent-programs.ts';
import type { OrphanedAgents } from './programs/orphaned-agents.ts';
import { KeptSession } from './session/kept-session.ts';
import type { ChatOptions } from './session/options.ts';
import type { SessionEnd } from './session/session.ts';

type ChatsDeps = {
  log: ChatLog;
  messages: PersonMessages;
  workspaces: Workspaces;
  sessions: AgentSessionStore;
  orphans: OrphanedAgents;
  programs: () => Promise<AgentPrograms>;
  addedFolders: AddedFolders;
  /** Loads what talks to agents, and makes a chat. */
  createChat: (of: ExternalChatOf) => Promise<ExternalChat>;
};

/** The chats whose external agents are in use; the code that talks to agents is loaded with the first one. */
export class ExternalChats {
  readonly #deps: ChatsDeps;
  readonly #chats = new Map<WorkspaceId, { agent: string; chat: ExternalChat }>();
  #closed = false;

  constructor(deps: ChatsDeps) {
    this.#deps = deps;
  }

  get(workspaceId: WorkspaceId): ExternalChat | undefined {
    return this.#chats.get(workspaceId)?.chat;
  }

  /** Returns a chat with the agent that it has now. */
  async open(workspaceId: WorkspaceId): Promise<ExternalChat> {
    const { workspaces, orphans, programs, addedFolders, createChat } = this.#deps;
    const { agent, folder } = workspaces.row(workspaceId);
    const known = this.#chats.get(workspaceId);
    if (known?.agent === agent) return known.chat;
    await this.end(workspaceId);
    const program = async () => {
      await orphans.ended();
      return (await programs()).find(idOf(agent), folder);
    };
    const trusted = async () => {
      await (await programs()).checkTrust(idOf(agent), folder);
      await addedFolders.check(workspaceId, agent);
    };
    const chat = await createChat({ workspaceId, agent, name: nameOf(agent), program, trusted });
    this.#chats.set(workspaceId, { agent, chat });
    return chat;
  }

  /** Has the agent of a chat take its turn; returns the state that is left. */
  async work(workspaceId: WorkspaceId, signals: TurnSignals): Promise<TurnState> {
    if (this.#closed) return { status: 'interrupted' };
    const { AgentFailure } = await import('./failure.ts');
    try {
      return await (await this.open(workspaceId)).work(signals);
    } catch (error) {
      if (error instanceof AgentFailure) return { status: 'failed', problem: error.problem };
      throw error;
    }
  }

  /** Returns the options of a chat's agent; undefined where a model works in Parley's own loop. */
  async options(workspaceId: WorkspaceId): Promise<ChatOptions | undefined> {
    return this.#isExternal(workspaceId) ? (await this.open(workspaceId)).options : undefined;
  }

  /**
   * Returns a page of the earlier sessions of a chat's agent about its folder, or why they can't be listed; `after` is
   * the cursor of the page before.
   */
  async sessions(workspaceId: WorkspaceId, after: string | null): Promise<ListedSessions> {
    const none = { sessions: [], next: null, can: false, problem: null };
    if (this.#closed || !this.#isExternal(workspaceId)) return none;
    const { AgentFailure } = await import('./failure.ts');
    try {
      return { ...none, ...(await (await this.open(workspaceId)).sessions(after)) };
    } catch (error) {
      if (error instanceof AgentFailure) return { ...none, can: true, problem: error.problem.what };
      throw error;
    }
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
    new KeptSession({ sessions, workspaces }, chat, agent).save({ opens });
    return { chat, isNew: true };
  }

  /** Ends the process of a chat. */
  async end(workspaceId: WorkspaceId, as?: SessionEnd): Promise<void> {
    const known = this.#chats.get(workspaceId);
    this.#chats.delete(workspaceId);
    await known?.chat.end(as);
  }

  /** Ends all processes of an agent, whose person has signed out; a turn that runs ends with that problem. */
  async endSignedOut(agent: string, problem: Problem): Promise<void> {
    const own = [...this.#chats.values()].filter((known) => known.agent === agent);
    await Promise.all(own.map(({ chat }) => chat.endSignedOut(problem)));
  }

  /** Starts an agent's processes anew with the next prompt of each, with the keys there are then. */
  async renew(agent: string): Promise<void> {
    const own = [...this.#chats.values()].filter((known) => known.agent === agent);
    await Promise.all(own.map(({ chat }) => chat.renew()));
  }

  /** Ends all processes; resolves when nothing of them is left. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#chats.values()].map(({ chat }) => chat.end()));
  }

  #isExternal(id: WorkspaceId): boolean {
    return isExternal(this.#deps.workspaces.row(id).agent);
  }

  #isUnused(id: WorkspaceId): boolean {
    const { log, messages, workspaces } = this.#deps;
    const isWorking = workspaces.row(id).turn.status === 'working';
    return !isWorking && log.historyEnd(id).length === 0 && !messages.hasQueued(id);
  }
}
