import type { WorkspaceId } from '../../../shared/ids.ts';
import type { ListedSessions } from '../../../shared/providers/hosted-agent.ts';
import type { TurnState } from '../../../shared/workspace/turn-state.ts';
import type { TurnSignals } from '../chat-agent.ts';
import { idOf, nameOf } from './programs/describe-agent.ts';
import type { HostedChat } from './hosted-chat.ts';
import type { HostedParts } from './hosted-parts.ts';
import type { SessionEnd } from './session/hosted-session.ts';
import type { LeftCalls } from './calls/left-calls.ts';

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
    const { HostedChat } = await import('./hosted-chat.ts');
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
