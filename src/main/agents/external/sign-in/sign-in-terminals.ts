import type { TerminalOf } from '../../../../shared/contract/app-contract.ts';
import type { WorkspaceId } from '../../../../shared/ids.ts';
import { idOf } from '../agent-names.ts';
import { AgentFailure, noSuchWay, noTerminal } from '../failure.ts';
import type { Logger } from '../../../log.ts';
import type { AgentSessionStore } from '../../../storage/agent-session-store.ts';
import type { Workspaces } from '../../../workspaces/workspaces.ts';
import { type AgentProcess, AgentProcesses } from '../programs/agent-process.ts';
import type { AgentProgram, AgentPrograms } from '../programs/agent-programs.ts';
import type { AuthMethod } from '../protocol.schema.ts';
import type { AgentStarter } from '../session/agent-starter.ts';
import { SignInTerminal, type TerminalSize } from './sign-in-terminal.ts';
import {
  commandLine,
  terminalLaunch,
  type TerminalProgram,
  terminalProgram,
} from '../session/sign-in-ways.ts';

/** `agent` is the name that chats store, `way` the id of a way to sign in, `folder` that of the chat, where there is one. */
type WayRequest = { agent: string; way: string; folder: string | undefined };

type TerminalDeps = {
  workspaces: Workspaces;
  programs: AgentPrograms;
  starter: AgentStarter;
  store: AgentSessionStore;
  newMarker: () => string;
  report: (error: unknown) => string;
  logger: Logger;
};

/**
 * Finds the program of a way to sign in that wants a terminal, by asking the agent; none where the agent has no such
 * way. `onProcess` is called with the agent's process as soon as it is started. Throws AgentFailure.
 */
async function findWay(
  { agent, way, folder }: WayRequest,
  deps: TerminalDeps,
  onProcess: (process: AgentProcess) => void,
): Promise<{ program: AgentProgram; found: TerminalProgram | undefined }> {
  const { programs } = deps;
  const program = await programs.find(idOf(agent), folder ?? programs.emptyFolder());
  const methods = await fetchSignInWays(agent, program, deps, onProcess);
  const found = methods
    .filter(({ id }) => id === way)
    .map((method) => terminalProgram(method, program.launch))
    .find((one) => one !== undefined);
  return { program, found };
}

/** Starts an agent without a session, and returns the ways to sign in that it names. Throws AgentFailure. */
async function fetchSignInWays(
  agent: string,
  program: AgentProgram,
  { starter, logger, report }: TerminalDeps,
  onProcess: (process: AgentProcess) => void,
): Promise<AuthMethod[]> {
  const onLine = (line: string) => logger.info('agent', { agent, line });
  const session = await starter.startOutsideChats(program, { onProcess, onLine });
  void session.end().catch(report);
  return session.agent.authMethods ?? [];
}

/** The time that a terminal stays with no window that shows it, in milliseconds. */
const patience = 60_000;

export type TerminalsOf = {
  /** Returns the chat that waits for its person to sign in to an agent. */
  waiting: (agent: string) => WorkspaceId | undefined;
  /** Called when a program has ended well. */
  signedIn: (agent: string) => Promise<void>;
  /** Called after that with each chat that waited for it. */
  goOn: (chat: WorkspaceId) => void;
};

type Opened = { terminal: SignInTerminal; command: string };

type Entry = { opened: Promise<Opened>; chats: Set<WorkspaceId> };

type Asked = { agent: string; way: string; size: TerminalSize; folder: string | undefined };

/** The terminals in which people sign in to agents: one per agent at most. */
export class SignInTerminals {
  readonly #deps: TerminalDeps;
  readonly #of: TerminalsOf;
  readonly #entries = new Map<string, Entry>();
  readonly #terminals = new Map<string, SignInTerminal>();
  /** The processes of agents that are asked for their ways. */
  readonly #asked = new AgentProcesses();
  readonly #following = new Set<Promise<void>>();
  #isClosed = false;

  constructor(deps: TerminalDeps, of: TerminalsOf) {
    this.#deps = deps;
    this.#of = of;
  }

  /**
   * Returns the terminal of an agent that is open, or opens one with the program that the way of that id names. Throws
   * AgentFailure.
   */
  async open(of: TerminalOf, way: string, size: TerminalSize): Promise<Opened> {
    const { workspaces } = this.#deps;
    const { waiting } = this.#of;
    const row = of.type === 'chat' ? workspaces.row(of.workspaceId) : undefined;
    const agent = of.type === 'chat' ? workspaces.row(of.workspaceId).agent : of.agent;
    const chat = row?.id ?? waiting(agent);
    const before = this.#entries.get(agent);
    const running = await before?.opened.catch(() => undefined);
    const known = this.#entries.get(agent);
    if (known !== undefined && (known !== before || running?.terminal.hasEnded === false)) {
      if (chat !== undefined) known.chats.add(chat);
      return known.opened;
    }
    if (running !== undefined) this.#terminals.delete(running.terminal.id);
    const chats = new Set(chat === undefined ? [] : [chat]);
    const entry: Entry = { chats, opened: this.#start({ agent, way, size, folder: row?.folder }, chats) };
    this.#entries.set(agent, entry);
    entry.opened.catch(() => this.#drop(agent, entry));
    return entry.opened;
  }

  /** Returns a terminal by its id; undefined where it was closed. */
  get(id: string): SignInTerminal | undefined {
    return this.#terminals.get(id);
  }

  /** Ends a terminal, which is not there any more then; resolves when nothing of it is left. */
  async end(id: string): Promise<void> {
    const terminal = this.#terminals.get(id);
    await terminal?.close();
    this.#terminals.delete(id);
  }

  /** Ends all of them; resolves when nothing of them is left. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const opened = [...this.#entries.values()].map((entry) => entry.opened.catch(() => undefined));
    await this.#asked.end();
    await Promise.all(opened);
    await Promise.all([...this.#terminals.values()].map((terminal) => terminal.close()));
    await Promise.all(this.#following);
  }

  async #start({ agent, way, size, folder }: Asked, chats: ReadonlySet<WorkspaceId>): Promise<Opened> {
    const { store, newMarker, report } = this.#deps;
    const onProcess = (process: AgentProcess) => this.#ask(process);
    const { program, found } = await findWay({ agent, way, folder }, this.#deps, onProcess);
    const { launch, name } = program;
    if (found === undefined || this.#isClosed) throw new AgentFailure(noSuchWay(name));
    const command = commandLine(found);
    let terminal: SignInTerminal;
    try {
      terminal = await SignInTerminal.start({
        launch: terminalLaunch(found, launch),
        marker: newMarker(),
        store,
        size,
        patience,
        report,
      });
    } catch (error) {
      report(error);
      throw new AgentFailure(noTerminal());
    }
    this.#terminals.set(terminal.id, terminal);
    const following = this.#follow(agent, terminal, chats).finally(() => this.#following.delete(following));
    this.#following.add(following);
    return { terminal, command };
  }

  /** Resumes the waiting chats once the program has ended well. */
  async #follow(agent: string, terminal: SignInTerminal, chats: ReadonlySet<WorkspaceId>): Promise<void> {
    const { workspaces, report } = this.#deps;
    const { signedIn, goOn } = this.#of;
    const end = await terminal.ended;
    try {
      const isWell = end.type === 'exited' && end.code === 0 && end.signal === null && !this.#isClosed;
      await Promise.all([isWell ? signedIn(agent) : undefined, terminal.close()]);
      if (!isWell) return;
      for (const chat of chats) {
        const turn = workspaces.has(chat) ? workspaces.row(chat).turn : undefined;
        if (turn?.status === 'failed' && turn.problem.signIn === true) goOn(chat);
      }
    } catch (error) {
      report(error);
    }
  }

  #drop(agent: string, entry: Entry): void {
    if (this.#entries.get(agent) === entry) this.#entries.delete(agent);
  }

  #ask(process: AgentProcess): void {
    this.#asked.add(process);
    if (this.#isClosed) this.#following.add(process.end());
  }
}
