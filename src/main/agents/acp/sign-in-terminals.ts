import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TerminalOf } from '../../../shared/contract/terminal-calls.ts';
import type { WorkspaceId } from '../../../shared/ids.ts';
import { HostedFailure, noSuchWay, noTerminal } from './failure.ts';
import { hearWays } from './hear-ways.ts';
import type { HostedParts } from './hosted-parts.ts';
import { programFor } from './launch.ts';
import { commandLine, terminalLaunch, terminalProgram } from './sign-in.ts';
import { SignInTerminal, type TerminalSize } from './sign-in-terminal.ts';

/** The time that a terminal stays with no window that shows it, in milliseconds. */
const patience = 60_000;

type TerminalsParts = HostedParts & {
  /** Returns the chat that waits for its person to sign in to an agent. */
  waiting: (agent: string) => WorkspaceId | undefined;
  /** Called when a program has ended well. */
  signedIn: (agent: string) => Promise<void>;
  /** Called then with each chat that waited for that. */
  goOn: (chat: WorkspaceId) => void;
};

type Opened = { terminal: SignInTerminal; command: string };

type Entry = { opened: Promise<Opened>; chats: Set<WorkspaceId> };

/** The agent that a person signs in to, by the name that chats store; `folder` is that of its chat, undefined in Settings. */
type Asked = { agent: string; way: string; size: TerminalSize; folder: string | undefined };

/** The terminals in which people sign in to agents, one an agent at most. */
export class SignInTerminals {
  readonly #parts: TerminalsParts;
  readonly #entries = new Map<string, Entry>();
  readonly #endings = new Set<Promise<void>>();
  #isClosed = false;

  constructor(parts: TerminalsParts) {
    this.#parts = parts;
  }

  /**
   * Returns the terminal of an agent that is open, or opens one with the program that the way of that id names. Throws
   * HostedFailure.
   */
  async open(of: TerminalOf, way: string, size: TerminalSize): Promise<Opened> {
    const { workspaces, waiting } = this.#parts;
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
    const chats = new Set(chat === undefined ? [] : [chat]);
    const entry: Entry = { chats, opened: this.#start({ agent, way, size, folder: row?.folder }, chats) };
    this.#entries.set(agent, entry);
    entry.opened.catch(() => this.#drop(agent, entry));
    return entry.opened;
  }

  /** Returns a terminal by its id; undefined where it was closed. */
  async get(id: string): Promise<SignInTerminal | undefined> {
    const opened = await Promise.all(
      [...this.#entries.values()].map((entry) => entry.opened.catch(() => undefined)),
    );
    return opened.find((one) => one?.terminal.id === id)?.terminal;
  }

  /** Ends a terminal, which is not there any more then; resolves when nothing of it is left. */
  async end(id: string): Promise<void> {
    const terminal = await this.get(id);
    await terminal?.close();
    for (const [agent, { opened }] of this.#entries)
      if ((await opened.catch(() => undefined))?.terminal === terminal) this.#entries.delete(agent);
  }

  /** Ends all of them; resolves when nothing of them is left. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const entries = [...this.#entries.values()];
    await Promise.all(
      entries.map(async ({ opened }) => (await opened.catch(() => undefined))?.terminal.close()),
    );
    await Promise.all(this.#endings);
  }

  async #start({ agent, way, size, folder }: Asked, chats: ReadonlySet<WorkspaceId>): Promise<Opened> {
    const { hosted, newMarker, report } = this.#parts;
    const program = await programFor(agent.replace(/^acp\//, ''), folder ?? this.#ownFolder(), this.#parts);
    const methods = await hearWays(program, {
      ...this.#parts,
      agent,
      onEnding: (ending) => this.#track(ending),
    });
    const { launch, name } = program;
    const found = methods
      .filter(({ id }) => id === way)
      .map((method) => terminalProgram(method, launch))
      .find((one) => one !== undefined);
    if (found === undefined || this.#isClosed) throw new HostedFailure(noSuchWay(name));
    const command = commandLine(found);
    let terminal: SignInTerminal;
    try {
      terminal = await SignInTerminal.start({
        launch: terminalLaunch(found, launch),
        marker: newMarker(),
        store: hosted,
        size,
        patience,
        report,
      });
    } catch (error) {
      report(error);
      throw new HostedFailure(noTerminal());
    }
    if (this.#isClosed) await terminal.close();
    this.#track(this.#follow(agent, terminal, chats));
    return { terminal, command };
  }

  /** Has the chats that wait go on once the program has ended well. */
  async #follow(agent: string, terminal: SignInTerminal, chats: ReadonlySet<WorkspaceId>): Promise<void> {
    const { signedIn, goOn, workspaces, report } = this.#parts;
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

  #track(ending: Promise<void>): void {
    this.#endings.add(ending);
    void ending.finally(() => this.#endings.delete(ending));
  }

  /** A folder of its own, with nothing in it that an agent could run, for a sign-in that belongs to no chat. */
  #ownFolder(): string {
    const folder = join(this.#parts.dataDir, 'sign-in');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return folder;
  }
}
