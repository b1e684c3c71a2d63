import type { WorkspaceId } from '../../../shared/ids.ts';
import type { FoundAgents, ListedSessions } from '../../../shared/providers/hosted-agent.ts';
import type { SignInWay, TurnState, Workspace } from '../../../shared/workspace/workspace.ts';
import type { ChatAgent, Standing, TurnSignals } from '../chat-agent.ts';
import { mustContinue } from '../model/next-move.ts';
import type { ChatOptions } from './chat-options.ts';
import type { HostedChat } from './hosted-chat.ts';
import type { HostedParts } from './hosted-parts.ts';
import type { Opens } from '../../storage/hosted-store.ts';
import { KeptSession } from './kept-session.ts';
import type { SessionEnd } from './hosted-session.ts';
import type { SignInTerminals } from './sign-in-terminals.ts';
import { LeftCalls } from './left-calls.ts';

/** The beginning of the names of hosted agents, as chats store them. */
const prefix = 'acp/';

/** The names of agents that Parley knows; any other is called what its person called it. */
const names: Readonly<Record<string, string | undefined>> = {
  claude: 'Claude Code',
  codex: 'Codex',
  gemini: 'Gemini CLI',
  opencode: 'OpenCode',
  qwen: 'Qwen Code',
  kimi: 'Kimi',
};

/** True of the name of an agent that runs in a process of its own. */
export function isHosted(agent: string): boolean {
  return agent.startsWith(prefix) && agent.length > prefix.length;
}

/**
 * The agents that are not Parley's: each chat with one has a process of its own. What talks to them is loaded with
 * the first prompt.
 */
export class HostedAgents implements ChatAgent {
  readonly #parts: HostedParts;
  readonly #chats = new Map<WorkspaceId, { agent: string; chat: HostedChat }>();
  /** The agents that wanted their person to sign in and finished no turn since, each with the chat and the ways of that. */
  readonly #signedOut = new Map<string, { chat: WorkspaceId; ways: readonly SignInWay[] }>();
  #terminals: Promise<SignInTerminals> | undefined;
  readonly #left: LeftCalls;
  /** Resolves once nothing is left of the last process of Parley. */
  #cleared: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor(parts: HostedParts) {
    this.#parts = parts;
    this.#left = new LeftCalls(parts);
  }

  /** Ends what the last process of Parley left running. */
  recover(): void {
    const { hosted, report } = this.#parts;
    if (hosted.processes().length === 0) return;
    const end = async () => (await import('./agent-process.ts')).endLeftAgents(hosted);
    this.#cleared = end().catch(report);
  }

  async work(workspaceId: WorkspaceId, signals: TurnSignals): Promise<TurnState> {
    if (this.#closed) return { status: 'interrupted' };
    const end = await this.#work(workspaceId, signals);
    const { agent } = this.#parts.workspaces.row(workspaceId);
    if (end.status === 'failed' && end.problem.signIn === true)
      this.#signedOut.set(agent, { chat: workspaceId, ways: end.problem.signInWays ?? [] });
    else if (end.status === 'idle') this.#signedOut.delete(agent);
    return end;
  }

  async #work(workspaceId: WorkspaceId, signals: TurnSignals): Promise<TurnState> {
    const { HostedFailure } = await import('./failure.ts');
    try {
      return await (await this.#chat(workspaceId)).work(signals);
    } catch (error) {
      if (error instanceof HostedFailure) return { status: 'failed', problem: error.problem };
      throw error;
    }
  }

  /** Nothing runs a call of a hosted agent again; one that waits for the person is kept. */
  settleBrokenCalls(): void {
    // Each chat settles its calls when its turn ends, or with the next one.
  }

  standing(workspaceId: WorkspaceId): Standing {
    const { log, messages, asks, permissions, forms, hosted } = this.#parts;
    const last = log
      .historyEnd(workspaceId)
      .findLast((entry) => entry.role === 'user' || entry.steps.length > 0);
    if (last?.role === 'agent') {
      const calls = last.steps.flatMap(({ parts }) => parts);
      const waits = calls.some(
        (part) =>
          part.type === 'tool' &&
          part.result === null &&
          (asks.get(workspaceId, part.tool_call_id) !== undefined ||
            permissions.resumes({ workspaceId, toolCallId: part.tool_call_id }) ||
            forms.left({ workspaceId, toolCallId: part.tool_call_id }) !== undefined),
      );
      if (waits) return 'waits';
    }
    const opens = hosted.session(workspaceId)?.opens ?? null;
    if (opens !== null || messages.hasQueued(workspaceId) || last?.role === 'user') return 'unfinished';
    return last === undefined || last.steps.at(-1)?.complete === true ? 'done' : 'unfinished';
  }

  hasMore(workspaceId: WorkspaceId): boolean {
    const { log, messages, resolving } = this.#parts;
    return (
      messages.hasQueued(workspaceId) ||
      mustContinue(log.historyEnd(workspaceId), resolving.goOn(workspaceId))
    );
  }

  async steer(workspaceId: WorkspaceId): Promise<boolean> {
    return (await this.#chats.get(workspaceId)?.chat.steer()) ?? false;
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
    const stored = this.#parts.hosted.session(workspaceId);
    const facts = stored?.agent === agent ? stored.facts : undefined;
    const id = agent.slice(prefix.length);
    return {
      id: agent,
      name: names[id] ?? id,
      model: facts?.model ?? '',
      seesImages: true,
      contextWindow: facts?.contextWindow ?? null,
      thinks: false,
      inLoop: false,
      plans: facts?.plans ?? true,
      steers: facts?.steers ?? false,
      leftCalls: this.#left.of(workspaceId),
      byItself: facts?.byItself ?? false,
    };
  }

  /** Returns what the hosted agent of a chat can be told; undefined where Parley's own loop works. */
  async options(workspaceId: WorkspaceId): Promise<ChatOptions | undefined> {
    if (!isHosted(this.#parts.workspaces.row(workspaceId).agent)) return undefined;
    return (await this.#chat(workspaceId)).options;
  }

  /** Returns the earlier sessions of a chat's agent about its folder, from a place in their list on. */
  async sessions(workspaceId: WorkspaceId, after: string | null): Promise<ListedSessions> {
    const none = { sessions: [], next: null, can: false, problem: null };
    if (this.#closed || !isHosted(this.#parts.workspaces.row(workspaceId).agent)) return none;
    const { HostedFailure } = await import('./failure.ts');
    try {
      return { ...none, ...(await (await this.#chat(workspaceId)).sessions(after)) };
    } catch (error) {
      if (error instanceof HostedFailure) return { ...none, can: true, problem: error.problem.what };
      throw error;
    }
  }

  /**
   * Has a session of a chat's agent opened with the next turn: in the chat where nothing was said in it, else in a new
   * one. Returns the chat, or the one that has the session already. Throws FolderUnusable.
   */
  openSession(from: WorkspaceId, opens: Opens): { chat: WorkspaceId; isNew: boolean } {
    const { hosted, workspaces } = this.#parts;
    const { agent, folder } = workspaces.row(from);
    if (!isHosted(agent)) return { chat: from, isNew: false };
    const holder = hosted.holder(agent, opens.sessionId);
    if (holder !== undefined) return { chat: holder, isNew: false };
    const chat = this.#isUnused(from) ? from : workspaces.create(folder).id;
    workspaces.setAgent(chat, agent);
    new KeptSession(this.#parts, chat, agent).save({ opens });
    return { chat, isNew: true };
  }

  #isUnused(id: WorkspaceId): boolean {
    const { log, messages, workspaces } = this.#parts;
    const isWorking = workspaces.row(id).turn.status === 'working';
    return !isWorking && log.historyEnd(id).length === 0 && !messages.hasQueued(id);
  }

  /** Has the agent of a chat sign its person in with the next turn, by a way that it named and what they entered for it. */
  async signIn(workspaceId: WorkspaceId, method: string, entered: Record<string, string>): Promise<void> {
    const { agent, turn } = this.#parts.workspaces.row(workspaceId);
    if (!isHosted(agent)) return;
    const { enteredKeys } = await import('./sign-in.ts');
    const keys = enteredKeys(turn, method, entered);
    for (const [variable, value] of keys) await this.#parts.agentKeys.write(agent, variable, value);
    if (keys.length > 0) await this.#endIdle(agent);
    (await this.#chat(workspaceId)).signIn(method);
  }

  /** Forgets a key that was entered for an agent. */
  async removeKey(agent: string, variable: string): Promise<void> {
    await this.#parts.agentKeys.write(agent, variable, undefined);
    await this.#endIdle(agent);
  }

  /** Ends an agent's processes without a turn; the next prompt starts each with the keys there are then. */
  async #endIdle(agent: string): Promise<void> {
    const { workspaces } = this.#parts;
    const idle = [...this.#chats].filter(
      ([id, chat]) => chat.agent === agent && workspaces.row(id).turn.status !== 'working',
    );
    await Promise.all(idle.map(([, { chat }]) => chat.end()));
  }

  /** Returns the terminals in which people sign in; `goOn` is called with each chat that waited for that. */
  terminals(goOn: (chat: WorkspaceId) => void): Promise<SignInTerminals> {
    this.#terminals ??= this.#makeTerminals(goOn);
    return this.#terminals;
  }

  async #makeTerminals(goOn: (chat: WorkspaceId) => void): Promise<SignInTerminals> {
    const { SignInTerminals } = await import('./sign-in-terminals.ts');
    await this.#cleared;
    const signedIn = (agent: string) => {
      this.#signedOut.delete(agent);
      return this.#endIdle(agent);
    };
    const waiting = (agent: string) => this.#signedOut.get(agent)?.chat;
    return new SignInTerminals({ ...this.#parts, waiting, signedIn, goOn });
  }

  /** Looks for agents on this machine. */
  async find(): Promise<FoundAgents> {
    const { listAgents } = await import('./list-agents.ts');
    const { keyWays } = await import('./sign-in.ts');
    const { workspaces } = this.#parts;
    return listAgents(this.#parts, (agent) => {
      const out = this.#signedOut.get(agent);
      if (out === undefined) return undefined;
      const { chat, ways } = out;
      const terminalWays = ways.filter((way) => way.type === 'terminal');
      if (!workspaces.has(chat)) return { chat: null, keyWays: [], terminalWays };
      return { chat, keyWays: keyWays(workspaces.row(chat).turn), terminalWays };
    });
  }

  /** Ends the process of a chat that goes for good; while it runs, its agent deletes the session too. */
  forgetChat(workspaceId: WorkspaceId): Promise<void> {
    return this.#endChat(workspaceId, 'deleted');
  }

  async #endChat(workspaceId: WorkspaceId, as?: SessionEnd): Promise<void> {
    const known = this.#chats.get(workspaceId);
    this.#chats.delete(workspaceId);
    await known?.chat.end(as);
  }

  /** Ends all processes; resolves when nothing of them is left. */
  async close(): Promise<void> {
    this.#closed = true;
    const terminals = this.#terminals?.then((all) => all.close());
    await Promise.all([...[...this.#chats.values()].map(({ chat }) => chat.end()), terminals]);
    await this.#cleared;
  }

  async #chat(workspaceId: WorkspaceId): Promise<HostedChat> {
    const { agent, folder } = this.#parts.workspaces.row(workspaceId);
    const known = this.#chats.get(workspaceId);
    if (known?.agent === agent) return known.chat;
    await this.#endChat(workspaceId);
    const { HostedChat } = await import('./hosted-chat.ts');
    const { name } = this.describe(agent, workspaceId);
    const program = async () => {
      const { programFor } = await import('./launch.ts');
      await this.#cleared;
      return programFor(agent.slice(prefix.length), folder, this.#parts);
    };
    const chat = new HostedChat(this.#parts, { workspaceId, agent, name, program, left: this.#left });
    this.#chats.set(workspaceId, { agent, chat });
    return chat;
  }
}
