import type { WorkspaceId } from '../../../../shared/ids.ts';
import type { KeyWay, SignInWay, TerminalWay, TurnState } from '../../../../shared/workspace/turn-state.ts';
import { isHosted } from '../agent-names.ts';
import type { HostedChats } from '../external-agents.ts';
import type { HostedParts } from '../external-deps.ts';
import type { SignInTerminals } from './sign-in-terminals.ts';

type SignInsParts = HostedParts & {
  chats: HostedChats;
  /** Resolves once nothing is left of the last process of Parley. */
  cleared: () => Promise<unknown>;
};

/** An agent that wants its person to sign in: the chat in which it said so, where that is still there, and the ways. */
export type SignedOut = { chat: WorkspaceId | null; keyWays: KeyWay[]; terminalWays: TerminalWay[] };

/** Who has to sign in to which hosted agent, and the ways in which they do. */
export class AgentSignIns {
  readonly #parts: SignInsParts;
  /** The agents that wanted their person to sign in and finished no turn since, each with the chat and the ways of that. */
  readonly #signedOut = new Map<string, { chat: WorkspaceId; ways: readonly SignInWay[] }>();
  #terminals: Promise<SignInTerminals> | undefined;

  constructor(parts: SignInsParts) {
    this.#parts = parts;
  }

  /** Notes what the end of a turn says about its agent. */
  noteEnd(chat: WorkspaceId, end: TurnState): void {
    const { agent } = this.#parts.workspaces.row(chat);
    if (end.status === 'failed' && end.problem.signIn === true)
      this.#signedOut.set(agent, { chat, ways: end.problem.signInWays ?? [] });
    else if (end.status === 'idle') this.#signedOut.delete(agent);
  }

  /** Returns what finds an agent that wants its person to sign in; it returns undefined for any other. */
  async signedOut(): Promise<(agent: string) => SignedOut | undefined> {
    const { keyWays } = await import('../session/sign-in-ways.ts');
    const { workspaces } = this.#parts;
    return (agent) => {
      const out = this.#signedOut.get(agent);
      if (out === undefined) return undefined;
      const { chat, ways } = out;
      const terminalWays = ways.filter((way) => way.type === 'terminal');
      if (!workspaces.has(chat)) return { chat: null, keyWays: [], terminalWays };
      return { chat, keyWays: keyWays(workspaces.row(chat).turn), terminalWays };
    };
  }

  /** Has the agent of a chat sign its person in with the next turn, by a way that it named and what they entered for it. */
  async begin(workspaceId: WorkspaceId, method: string, entered: Record<string, string>): Promise<void> {
    const { workspaces, agentKeys, chats } = this.#parts;
    const { agent, turn } = workspaces.row(workspaceId);
    if (!isHosted(agent)) return;
    const { enteredKeys } = await import('../session/sign-in-ways.ts');
    const keys = enteredKeys(turn, method, entered);
    for (const [variable, value] of keys) await agentKeys.write(agent, variable, value);
    if (keys.length > 0) await chats.endIdle(agent);
    (await chats.open(workspaceId)).signIn(method);
  }

  /** Forgets a key that was entered for an agent. */
  async removeKey(agent: string, variable: string): Promise<void> {
    await this.#parts.agentKeys.write(agent, variable, undefined);
    await this.#parts.chats.endIdle(agent);
  }

  /** Returns the terminals in which people sign in; `goOn` is called with each chat that waited for that. */
  terminals(goOn: (chat: WorkspaceId) => void): Promise<SignInTerminals> {
    this.#terminals ??= this.#makeTerminals(goOn);
    return this.#terminals;
  }

  /** Ends the terminals; resolves when nothing of them is left. */
  async close(): Promise<void> {
    await (await this.#terminals)?.close();
  }

  async #makeTerminals(goOn: (chat: WorkspaceId) => void): Promise<SignInTerminals> {
    const { SignInTerminals } = await import('./sign-in-terminals.ts');
    const { chats, cleared } = this.#parts;
    await cleared();
    const signedIn = (agent: string) => {
      this.#signedOut.delete(agent);
      return chats.endIdle(agent);
    };
    const waiting = (agent: string) => this.#signedOut.get(agent)?.chat;
    return new SignInTerminals({ ...this.#parts, waiting, signedIn, goOn });
  }
}
