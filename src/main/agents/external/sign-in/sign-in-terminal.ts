import type { IPty } from '@lydell/node-pty';
import type { TerminalEnd, TerminalEvent } from '../../../../shared/contract/app-contract.ts';
import { endAtExit } from '../../../commands/end-at-exit.ts';
import { endStored, type Launch, storeStarted } from '../programs/agent-process.ts';
import { withMarker } from '../../../commands/command-environment.ts';
import { bootName } from '../../../commands/processes.ts';
import type { AgentSessionStore } from '../../../storage/agent-session-store.ts';

export type TerminalSize = { columns: number; rows: number };

/** Returns a size within bounds that programs can work with. */
export function inBounds({ columns, rows }: TerminalSize): { cols: number; rows: number } {
  return { cols: Math.min(500, Math.max(10, columns)), rows: Math.min(200, Math.max(3, rows)) };
}

/** The output that is kept for a window that opens later, in characters. */
const mostKept = 200_000;

/** The unread output at which the program is paused, and at which it is resumed, in characters. */
const mostUnread = 100_000;
const fewUnread = 20_000;

/** More than any sign-in writes, in characters. */
const mostOutput = 20_000_000;

type Flow = { pause: () => void; resume: () => void };

/** The output of a terminal, kept for a window that opens later, and paused while the window that shows it lags behind. */
class PacedOutput {
  readonly #flow: Flow;
  #kept = '';
  #written = 0;
  #isShown = false;
  #pending = '';
  #unread = 0;
  #isPaused = false;

  constructor(flow: Flow) {
    this.#flow = flow;
  }

  /** The end of all that was printed. */
  get kept(): string {
    return this.#kept;
  }

  /** Takes what was printed; false once that is more than is taken. */
  take(data: string): boolean {
    this.#written += data.length;
    if (this.#written > mostOutput) return false;
    this.#kept = lastOf(this.#kept + data);
    if (this.#isShown) this.#pending += data;
    this.#unread += data.length;
    if (this.#unread > mostUnread && !this.#isPaused) {
      this.#isPaused = true;
      this.#flow.pause();
    }
    return true;
  }

  /** A window shows what is kept; it reads what is printed from now on. */
  show(): void {
    this.#isShown = true;
    this.#pending = '';
    this.#unread = 0;
    if (this.#isPaused) this.#goOn();
  }

  hide(): void {
    this.#isShown = false;
    this.#pending = '';
  }

  /** Returns what was printed since the last call, for the window that shows it. */
  read(): string {
    const data = this.#pending;
    this.#pending = '';
    return data;
  }

  /** Notes how much of it a window has on its screen. */
  took(characters: number): void {
    this.#unread = Math.max(0, this.#unread - characters);
    if (this.#isPaused && this.#unread <= fewUnread) this.#goOn();
  }

  #goOn(): void {
    this.#isPaused = false;
    this.#flow.resume();
  }
}

/** Returns the end of an output, from the beginning of a line on where it was cut. */
function lastOf(output: string): string {
  if (output.length <= mostKept * 1.25) return output;
  const cut = output.slice(-mostKept);
  return cut.slice(cut.indexOf('\n') + 1);
}

/** More than any sign-in reads, in characters. */
const mostInput = 1_000_000;

type PtyDeps = {
  launch: Launch;
  /** Marks its processes, and is its id. */
  marker: string;
  store: Pick<AgentSessionStore, 'addProcess' | 'setProcess' | 'dropProcess'>;
  size: TerminalSize;
};

type TerminalDeps = PtyDeps & {
  /** The time that it stays with no window that shows it, in milliseconds. */
  patience: number;
  report: (error: unknown) => void;
};

/**
 * A program in a terminal of its own, shown by one window at a time. Stored before it starts, as an agent's process is,
 * and ended with all that it started.
 */
export class SignInTerminal {
  readonly #pty: IPty;
  readonly #deps: TerminalDeps;
  /** Resolves once the program has ended, by itself or not. */
  readonly ended: Promise<TerminalEnd>;
  #end: TerminalEnd | undefined;
  #closing: Promise<void> | undefined;
  readonly #hasEnded: () => void;
  readonly #output: PacedOutput;
  #typed = 0;
  #view = 0;
  #lastInput = -1;
  #changed = Promise.withResolvers<void>();
  #alone: NodeJS.Timeout | undefined;

  private constructor(pty: IPty, deps: TerminalDeps) {
    this.#pty = pty;
    this.#deps = deps;
    this.#hasEnded = endAtExit({ group: pty.pid, marker: deps.marker });
    const ended = Promise.withResolvers<TerminalEnd>();
    this.ended = ended.promise;
    this.#output = new PacedOutput({
      pause: () => pty.pause(),
      resume: () => {
        if (!this.hasEnded) pty.resume();
      },
    });
    pty.onData((data) => this.#take(data));
    pty.onExit(({ exitCode, signal }) => {
      this.#end ??= { type: 'exited', code: exitCode, signal: signal === 0 ? null : (signal ?? null) };
      ended.resolve(this.#end);
      this.#wake();
      void this.close().catch(deps.report);
    });
    this.#leaveAlone();
  }

  /** Starts a program. Throws where this system has no terminals, or none is left. */
  static async start(deps: TerminalDeps): Promise<SignInTerminal> {
    return new SignInTerminal(await startPty(deps), deps);
  }

  get id(): string {
    return this.#deps.marker;
  }

  get hasEnded(): boolean {
    return this.#end !== undefined;
  }

  /** Yields the screen to a window, in place of any other window. */
  async *watch(signal: AbortSignal | undefined): AsyncGenerator<TerminalEvent, void, void> {
    const view = (this.#view += 1);
    const wake = () => this.#wake();
    signal?.addEventListener('abort', wake, { once: true });
    clearTimeout(this.#alone);
    this.#lastInput = -1;
    this.#output.show();
    wake();
    try {
      yield { type: 'screen', view, data: this.#output.kept };
      for (;;) {
        if (signal?.aborted === true) return;
        if (this.#view !== view) return yield { type: 'elsewhere' };
        const data = this.#output.read();
        if (data !== '') yield { type: 'output', data };
        else if (this.#end !== undefined) return yield { type: 'ended', end: this.#end };
        else await this.#changed.promise;
      }
    } finally {
      signal?.removeEventListener('abort', wake);
      if (this.#view === view) this.#leaveAlone();
    }
  }

  /** Notes how much of the output a window has on its screen. */
  took(view: number, characters: number): void {
    if (view === this.#view) this.#output.took(characters);
  }

  /** Types something; `nth` counts up in a view, so that what is sent twice is typed once. */
  write(view: number, nth: number, data: string): void {
    if (view !== this.#view || nth <= this.#lastInput || this.#end !== undefined) return;
    this.#lastInput = nth;
    this.#typed += data.length;
    if (this.#typed <= mostInput) this.#pty.write(data);
  }

  resize(view: number, size: TerminalSize): void {
    if (view !== this.#view || this.#end !== undefined) return;
    const { cols, rows } = inBounds(size);
    this.#pty.resize(cols, rows);
  }

  /** Ends the program and all that it started; resolves when nothing of it is left. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const { marker, store } = this.#deps;
    clearTimeout(this.#alone);
    await endStored(store, marker, this.#pty.pid);
    this.#hasEnded();
  }

  #take(data: string): void {
    if (!this.#output.take(data)) {
      this.#end ??= { type: 'flooded' };
      void this.close().catch(this.#deps.report);
    }
    this.#wake();
  }

  #wake(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }

  /** Ends it after a while in which no window shows it. */
  #leaveAlone(): void {
    const { patience, report } = this.#deps;
    this.#output.hide();
    clearTimeout(this.#alone);
    this.#alone = setTimeout(() => void this.close().catch(report), patience);
    this.#alone.unref();
  }
}

/** Starts a program in a terminal of its own, and stores it. Throws where this system has none, or none is left. */
async function startPty({ launch, marker, store, size }: PtyDeps): Promise<IPty> {
  store.addProcess(marker, bootName());
  try {
    const pty = await openPty(launch, marker, size);
    storeStarted(store, marker, pty.pid);
    return pty;
  } catch (error) {
    store.dropProcess(marker);
    throw error;
  }
}

/** The library is loaded only here: it throws on a system for which it has no terminal. */
async function openPty(launch: Launch, marker: string, size: TerminalSize): Promise<IPty> {
  const { spawn } = await import('@lydell/node-pty');
  const { COLORTERM: _, ...env } = withMarker(launch.env, marker);
  const pty = spawn(launch.file, [...launch.args], {
    name: 'xterm-256color',
    cwd: launch.cwd,
    env: definedOnly(env),
    ...inBounds(size),
  });
  // Without a listener the library throws read errors of a terminal that is gone.
  if (hasErrors(pty)) pty.on('error', () => undefined);
  return pty;
}

function hasErrors(pty: object): pty is { on(event: 'error', listener: () => void): void } {
  return 'on' in pty && typeof pty.on === 'function';
}

function definedOnly(env: Launch['env']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, value]],
    ),
  );
}
