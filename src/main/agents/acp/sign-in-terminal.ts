import type { IPty } from '@lydell/node-pty';
import type { TerminalEnd, TerminalEvent } from '../../../shared/contract/terminal-calls.ts';
import { withMarker } from '../../commands/command-environment.ts';
import { endProcesses } from '../../commands/end-processes.ts';
import { bootName, processAt } from '../../commands/process-table.ts';
import type { HostedStore } from '../../storage/hosted-store.ts';
import type { Launch } from './agent-process.ts';

export type TerminalSize = { columns: number; rows: number };

/** The output that is kept for a window that comes later, in characters. */
const mostKept = 200_000;

/** The output that may be on its way to the screen before the program waits, and that at which it goes on. */
const mostUnread = 100_000;
const fewUnread = 20_000;

/** More than any sign-in writes, or reads, in characters. */
const mostOutput = 20_000_000;
const mostInput = 1_000_000;

type TerminalParts = {
  launch: Launch;
  /** Marks its processes, and names it. */
  marker: string;
  store: Pick<HostedStore, 'addProcess' | 'setProcess' | 'dropProcess'>;
  size: TerminalSize;
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
  readonly #parts: TerminalParts;
  /** Resolves once the program has ended, by itself or not. */
  readonly ended: Promise<TerminalEnd>;
  #end: TerminalEnd | undefined;
  #closing: Promise<void> | undefined;
  #kept = '';
  #written = 0;
  #typed = 0;
  #view = 0;
  #isShown = false;
  #lastInput = -1;
  #pending = '';
  #unread = 0;
  #isPaused = false;
  #changed = Promise.withResolvers<void>();
  #alone: NodeJS.Timeout | undefined;

  private constructor(pty: IPty, parts: TerminalParts) {
    this.#pty = pty;
    this.#parts = parts;
    const ended = Promise.withResolvers<TerminalEnd>();
    this.ended = ended.promise;
    // Without a listener of ours the library throws what it reads of a terminal that is gone.
    if (hasErrors(pty)) pty.on('error', () => undefined);
    pty.onData((data) => this.#take(data));
    pty.onExit(({ exitCode, signal }) => {
      this.#end ??= { type: 'exited', code: exitCode, signal: signal === 0 ? null : (signal ?? null) };
      ended.resolve(this.#end);
      this.#tell();
      void this.close().catch(parts.report);
    });
    this.#leaveAlone();
  }

  /** Starts a program. Throws where this system has no terminals, or none is left. */
  static async start(parts: TerminalParts): Promise<SignInTerminal> {
    const { launch, marker, store, size } = parts;
    const { spawn } = await import('@lydell/node-pty');
    store.addProcess(marker, bootName());
    try {
      const { COLORTERM: _, ...env } = withMarker(launch.env, marker);
      const pty = spawn(launch.file, [...launch.args], {
        name: 'xterm-256color',
        cwd: launch.cwd,
        env: definedOnly(env),
        ...inBounds(size),
      });
      const started = processAt(pty.pid);
      if (started !== undefined) store.setProcess(marker, { pid: started.pid, started: started.started });
      return new SignInTerminal(pty, parts);
    } catch (error) {
      store.dropProcess(marker);
      throw error;
    }
  }

  get id(): string {
    return this.#parts.marker;
  }

  get hasEnded(): boolean {
    return this.#end !== undefined;
  }

  /** Yields what it shows to a window, which takes the place of any other. */
  async *watch(signal: AbortSignal | undefined): AsyncGenerator<TerminalEvent, void, void> {
    const view = (this.#view += 1);
    const wake = () => this.#tell();
    signal?.addEventListener('abort', wake, { once: true });
    this.#show();
    wake();
    try {
      yield { type: 'screen', view, data: this.#kept };
      for (;;) {
        if (signal?.aborted === true) return;
        if (this.#view !== view) return yield { type: 'elsewhere' };
        const data = this.#pending;
        this.#pending = '';
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
    if (view !== this.#view) return;
    this.#unread = Math.max(0, this.#unread - characters);
    if (this.#isPaused && this.#unread <= fewUnread) this.#goOn();
  }

  /** Types something, once, and only for the window that shows it. */
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
    const { marker, store } = this.#parts;
    clearTimeout(this.#alone);
    await endProcesses({ group: this.#pty.pid, marker });
    try {
      store.dropProcess(marker);
    } catch {
      // Parley has ended meanwhile; its next start drops the row, of which nothing runs any more.
    }
  }

  #take(data: string): void {
    this.#written += data.length;
    if (this.#written > mostOutput) {
      this.#end ??= { type: 'flooded' };
      this.#tell();
      void this.close().catch(this.#parts.report);
      return;
    }
    this.#kept = lastOf(this.#kept + data);
    if (this.#isShown) this.#pending += data;
    this.#unread += data.length;
    if (this.#unread > mostUnread && !this.#isPaused) {
      this.#isPaused = true;
      this.#pty.pause();
    }
    this.#tell();
  }

  #tell(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }

  #show(): void {
    clearTimeout(this.#alone);
    this.#isShown = true;
    this.#lastInput = -1;
    this.#pending = '';
    this.#unread = 0;
    if (this.#isPaused) this.#goOn();
  }

  #goOn(): void {
    this.#isPaused = false;
    if (this.#end === undefined) this.#pty.resume();
  }

  /** Has it end after a while in which no window shows it. */
  #leaveAlone(): void {
    const { patience, report } = this.#parts;
    this.#isShown = false;
    this.#pending = '';
    clearTimeout(this.#alone);
    this.#alone = setTimeout(() => void this.close().catch(report), patience);
    this.#alone.unref();
  }
}

function hasErrors(pty: object): pty is { on(event: 'error', listener: () => void): void } {
  return 'on' in pty && typeof pty.on === 'function';
}

/** Returns a size that programs can bear. */
function inBounds({ columns, rows }: TerminalSize): { cols: number; rows: number } {
  return { cols: Math.min(500, Math.max(10, columns)), rows: Math.min(200, Math.max(3, rows)) };
}

/** Returns the end of an output, from the beginning of a line on where it was cut. */
function lastOf(output: string): string {
  if (output.length <= mostKept * 1.25) return output;
  const cut = output.slice(-mostKept);
  return cut.slice(cut.indexOf('\n') + 1);
}

function definedOnly(env: Launch['env']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, value]],
    ),
  );
}
