import type { WorkspaceId } from '../../../../shared/ids.ts';
import type { SignInWay, TurnState } from '../../../../shared/workspace/turn-state.ts';
import type { Logger } from '../../../log.ts';
import { idOf, isExternal } from '../agent-names.ts';
import type { Workspaces } from '../../../workspaces/workspaces.ts';
import type { ExternalChats } from '../external-chats.ts';
import type { SignedOut } from '../programs/agent-programs.ts';
import type { OrphanedAgents } from '../programs/orphaned-agents.ts';
import type { AgentAccounts } from './agent-accounts.ts';
import type { AgentKeys } from './agent-keys.ts';
import type { SignOutDeps } from './sign-out.ts';
import type { SignInTerminals, TerminalsOf } from './sign-in-terminals.ts';

type SignInDeps = {
  workspaces: Workspaces;
  chats: ExternalChats;
  agentKeys: AgentKeys;
  accounts: AgentAccounts;
  orphans: OrphanedAgents;
  /** Loads what starts an agent. */
  starting: () => Promise<SignOutDeps>;
  logger: Logger;
  /** Loads and makes the terminals. */
  createTerminals: (of: TerminalsOf) => Promise<SignInTerminals>;
};

/** The agents that want their person to sign in, and the ways in which they do. */
export class AgentSignIns {
  readonly #deps: SignInDeps;
  /** By agent that has finished no turn since: the chat in which it wanted a sign-in, if any, and the ways it named. */
  readonly #signedOut = new Map<string, { chat: WorkspaceId | null; ways: readonly SignInWay[] }>();
  #terminals: Promise<SignInTerminals> | undefined;

  constructor(deps: SignInDeps) {
    this.#deps = deps;
  }

  /** Notes from the end of a turn whether its agent wants a sign-in. */
  noteEnd(chat: WorkspaceId, end: TurnState): void {
    const { agent } = this.#deps.workspaces.row(chat);
    if (end.status === 'failed' && end.problem.signIn === true)
      this.#signedOut.set(agent, { chat, ways: end.problem.signInWays ?? [] });
    else if (end.status === 'idle') this.#noteSignedIn(agent);
  }

  /** Notes that an agent wants a sign-in outside chats. */
  noteSignedOut(agent: string, ways: readonly SignInWay[]): void {
    this.#signedOut.set(agent, { chat: null, ways });
  }

  /** Resolves with a function that finds what an agent's sign-in needs; it returns undefined for one that needs none. */
  async signedOut(): Promise<(agent: string) => SignedOut | undefined> {
    const { keyWays } = await import('../session/sign-in-ways.ts');
    const { workspaces, accounts } = this.#deps;
    return (agent) => {
      const saidItself = accounts.waysIn(agent);
      const out = this.#signedOut.get(agent) ?? (saidItself && { chat: null, ways: saidItself });
      if (out === undefined) return undefined;
      const { chat, ways } = out;
      const terminalWays = ways.filter((way) => way.type === 'terminal');
      if (chat === null || !workspaces.has(chat)) return { chat: null, keyWays: [], terminalWays };
      return { chat, keyWays: keyWays(workspaces.row(chat).turn), terminalWays };
    };
  }

  /**
   * Has the agent of a chat sign its person in with the next turn; stores the keys that they entered. Returns why one of
   * these can't be a key.
   */
  async begin(
    workspaceId: WorkspaceId,
    method: string,
    entered: Record<string, string>,
  ): Promise<string | undefined> {
    const { workspaces, chats, agentKeys } = this.#deps;
    const { agent, turn } = workspaces.row(workspaceId);
    if (!isExternal(agent)) return undefined;
    const { enteredKeys, keyWays } = await import('../session/sign-in-ways.ts');
    const keys = enteredKeys(keyWays(turn), method, entered);
    if ('problem' in keys) return keys.problem;
    for (const [variable, value] of keys.entered) await agentKeys.write(agent, variable, value);
    if (keys.entered.length > 0) await chats.renew(agent);
    (await chats.open(workspaceId)).signIn(method);
    return undefined;
  }

  /**
   * Stores the keys that a person entered outside chats, for the way by which Parley knows an agent's key. Returns why one
   * of them can't be a key.
   */
  async saveKeys(agent: string, entered: Record<string, string>): Promise<string | undefined> {
    const { enteredKeys, keyWayOf } = await import('../session/sign-in-ways.ts');
    const way = keyWayOf(agent);
    if (way === undefined) return 'Parley knows no key for this agent.';
    const keys = enteredKeys([way], way.id, entered);
    if ('problem' in keys) return keys.problem;
    if (keys.entered.length === 0) return 'Nothing was entered.';
    for (const [variable, value] of keys.entered) await this.#deps.agentKeys.write(agent, variable, value);
    await this.#keysChanged(agent);
    return undefined;
  }

  /** Signs the person out of an agent, and ends its processes; returns why that did not work, else null. */
  async signOut(agent: string): Promise<string | null> {
    const { accounts, chats, orphans, starting, logger } = this.#deps;
    const { signOut } = await import('./sign-out.ts');
    await orphans.ended();
    const end = await signOut(idOf(agent), await starting(), {
      onProcess: () => undefined,
      onLine: (line) => logger.info('agent', { agent, line }),
      onNotified: (method, params) => accounts.noteNotified(agent, method, params),
    });
    if (end.type === 'failed') return end.what;
    // A key in its environment signs it in all the same.
    if (accounts.account(agent) === null) this.noteSignedOut(agent, end.ways);
    await chats.endSignedOut(agent, end.problem);
    return null;
  }

  async removeKey(agent: string, variable: string): Promise<void> {
    await this.#deps.agentKeys.remove(agent, variable);
    await this.#deps.chats.renew(agent);
  }

  /** Puts back a key that was removed in the last minutes. */
  async undoRemoveKey(agent: string, variable: string): Promise<void> {
    if (await this.#deps.agentKeys.undoRemove(agent, variable)) await this.#keysChanged(agent);
  }

  /** Has an agent tried with its new keys; it counts as ready until it wants a sign-in again, unless a chat waits for that. */
  async #keysChanged(agent: string): Promise<void> {
    if ((this.#signedOut.get(agent)?.chat ?? null) === null) this.#signedOut.delete(agent);
    await this.#deps.chats.renew(agent);
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

  #noteSignedIn(agent: string): void {
    const { accounts } = this.#deps;
    this.#signedOut.delete(agent);
    if (accounts.waysIn(agent) !== undefined) accounts.forget(agent);
  }

  async #makeTerminals(goOn: (chat: WorkspaceId) => void): Promise<SignInTerminals> {
    const { chats, orphans, createTerminals } = this.#deps;
    await orphans.ended();
    const signedIn = (agent: string) => {
      this.#noteSignedIn(agent);
      return chats.renew(agent);
    };
    const waiting = (agent: string) => this.#signedOut.get(agent)?.chat ?? undefined;
    return createTerminals({ waiting, signedIn, goOn });
  }
}
