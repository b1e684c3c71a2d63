import type { WorkspaceId } from '../../../shared/ids.ts';
import type { ListedSessions } from '../../../shared/providers/external-agent.ts';
import type { TurnState } from '../../../shared/workspace/turn-state.ts';
import type { TurnSignals } from '../chat-agent.ts';
import { idOf, nameOf } from './agent-names.ts';
import type { ExternalChat } from './external-chat.ts';
import type { ExternalDeps } from './external-deps.ts';
import type { SessionEnd } from './session/session.ts';

/** The chats whose external agents are in use; the code that talks to agents is loaded with the first one. */
export class ExternalChats {
  readonly #deps: ExternalDeps;
  readonly #orphansEnded: () => Promise<unknown>;
  readonly #chats = new Map<WorkspaceId, { agent: string; chat: ExternalChat }>();

  /** `orphansEnded` resolves once nothing runs any more that an earlier process of Parley started. */
  constructor(deps: ExternalDeps, orphansEnded: () => Promise<unknown>) {
    this.#deps = deps;
    this.#orphansEnded = orphansEnded;
  }

  get(workspaceId: WorkspaceId): ExternalChat | undefined {
    return this.#chats.get(workspaceId)?.chat;
  }

  /** Returns a chat with the agent that it has now. */
  async open(workspaceId: WorkspaceId): Promise<ExternalChat> {
    const { workspaces } = this.#deps;
    const { agent, folder } = workspaces.row(workspaceId);
    const known = this.#chats.get(workspaceId);
    if (known?.agent === agent) return known.chat;
    await this.end(workspaceId);
    const { ExternalChat } = await import('./external-chat.ts');
    const program = async () => {
      const { programFor } = await import('./programs/launch.ts');
      await this.#orphansEnded();
      return programFor(idOf(agent), folder, this.#deps);
    };
    const trusted = async () => {
      const { checkTrust } = await import('./programs/launch.ts');
      await checkTrust(idOf(agent), folder, this.#deps);
    };
    const of = { workspaceId, agent, name: nameOf(agent), program, trusted };
    const chat = new ExternalChat(this.#deps, of);
    this.#chats.set(workspaceId, { agent, chat });
    return chat;
  }

  /** Has the agent of a chat take its turn; returns the state that is left. */
  async work(workspaceId: WorkspaceId, signals: TurnSignals): Promise<TurnState> {
    const { AgentFailure } = await import('./failure.ts');
    try {
      return await (await this.open(workspaceId)).work(signals);
    } catch (error) {
      if (error instanceof AgentFailure) return { status: 'failed', problem: error.problem };
      throw error;
    }
  }

  /** Returns earlier sessions of a chat's agent about its folder, or why they can't be listed. */
  async sessions(workspaceId: WorkspaceId, after: string | null): Promise<Partial<ListedSessions>> {
    const { AgentFailure } = await import('./failure.ts');
    try {
      return await (await this.open(workspaceId)).sessions(after);
    } catch (error) {
      if (error instanceof AgentFailure) return { can: true, problem: error.problem.what };
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
    const { workspaces } = this.#deps;
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
