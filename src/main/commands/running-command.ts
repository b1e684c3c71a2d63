import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { Terminal } from '@xterm/headless';
import type {
  CommandEnding,
  CommandOutput,
  OutputLine,
  OutputPage,
} from '../../shared/transcript/command-run.ts';
import { withMarker } from './command-environment.ts';
import { endAtExit } from './end-at-exit.ts';
import { endProcesses, exitOf, processAt, type ProcessExit } from './processes.ts';
import { KeptLines, type KeptOutput, readPage } from './kept-lines.ts';
import { likelyEncoding } from './likely-encoding.ts';
import { OutputDecoder } from './output-decoder.ts';
import type { Program } from './person-shell.ts';
import { cut, tailLines } from './shown-end.ts';
import { TerminalOutput } from './terminal-output.ts';

/** Why a command ended before it would have by itself. */
type EndedBy = 'timed-out' | 'stopped' | 'cut-off';

/** How long to wait for remaining output when a command has ended, in milliseconds. */
const patience = 1_000;

export type CommandStart = {
  program: Program;
  cwd: string;
  marker: string;
  confined: boolean;
  /** The time limit; null for none. */
  seconds: number | null;
  now: () => number;
};

/** Identifies the process, so that a later one with its pid is told apart. */
type StartedProcess = { pid: number; started: number };

/** `bytes` are the first of the output as it was written, where that is not UTF-8. */
export type CommandEnd = {
  ending: CommandEnding;
  output: KeptOutput;
  bytes: Buffer | undefined;
  leftProcesses: boolean;
};

/** A running command with its output. */
export class RunningCommand {
  readonly marker: string;
  readonly output: CommandOutputRecorder;
  /** Resolves once none of its processes run. */
  readonly ended: Promise<CommandEnd>;
  readonly #child: ChildProcess;
  readonly #now: () => number;
  readonly #confined: boolean;
  readonly #likelyEncoding: string;
  #endedBy: EndedBy | undefined;
  #hasExited = false;
  #ending: Promise<boolean> | undefined;

  private constructor(child: ChildProcess, output: CommandOutputRecorder, start: CommandStart) {
    this.#child = child;
    this.output = output;
    this.marker = start.marker;
    this.#now = start.now;
    this.#confined = start.confined;
    this.#likelyEncoding = likelyEncoding(start.program.env);
    this.ended = this.#run(start.seconds);
  }

  static async start(start: CommandStart): Promise<RunningCommand> {
    const { program, cwd, marker } = start;
    const output = await CommandOutputRecorder.open();
    const child = spawn(program.file, [...program.args], {
      cwd,
      env: withMarker(program.env, marker),
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    return new RunningCommand(child, output, start);
  }

  /** Returns its first process; undefined where it could not be started. */
  process(): StartedProcess | undefined {
    const { pid } = this.#child;
    if (pid === undefined) return undefined;
    return { pid, started: processAt(pid)?.started ?? 0 };
  }

  /** Ends it with all its processes; resolves when none is left. The first reason counts. */
  async end(by: EndedBy): Promise<CommandEnd> {
    if (!this.#hasExited) this.#endedBy ??= by;
    this.#ending ??= this.#endAll();
    return this.ended;
  }

  #endAll(): Promise<boolean> {
    return endProcesses({
      group: this.#child.pid ?? null,
      marker: this.marker,
      confined: this.#confined,
    });
  }

  async #run(seconds: number | null): Promise<CommandEnd> {
    const hasEnded = endAtExit({ group: this.#child.pid ?? null, marker: this.marker });
    const timer =
      seconds === null ? undefined : setTimeout(() => void this.end('timed-out'), seconds * 1_000);
    const read = Promise.all([this.#read(this.#child.stdout), this.#read(this.#child.stderr)]);
    const exit = await exitOf(this.#child);
    this.#hasExited = true;
    clearTimeout(timer);
    this.output.hurry();
    const isRead = await within(patience, read);
    const left = await (this.#ending ?? (exit.type === 'not-started' ? false : this.#endAll()));
    hasEnded();
    if (!isRead) await within(patience, read);
    for (const stream of [this.#child.stdout, this.#child.stderr]) stream?.destroy();
    await read;
    return {
      ending: this.#endingOf(exit),
      output: this.output.end(),
      bytes: this.output.bytes(),
      leftProcesses: left && this.#endedBy === undefined,
    };
  }

  /** Reads a stream with backpressure, so that a flood waits. */
  async #read(stream: Readable | null): Promise<void> {
    if (stream === null) return;
    const decoder = this.output.decoder(this.#likelyEncoding);
    try {
      for await (const chunk of stream)
        if (Buffer.isBuffer(chunk)) await this.output.writeBytes(decoder, chunk);
    } catch {
      // The stream was closed here, with its writer still running.
    }
    await this.output.write(decoder.end());
  }

  #endingOf(exit: ProcessExit): CommandEnding {
    const at = this.#now();
    if (exit.type === 'not-started') return { type: 'not-started', problem: exit.problem, at };
    if (this.#endedBy !== undefined) return { type: this.#endedBy, at };
    return exit.signal === null
      ? { type: 'exited', code: exit.code ?? 0, at }
      : { type: 'signalled', signal: exit.signal, at };
  }
}

/** Resolves to true when the work was done in time. */
async function within(milliseconds: number, work: Promise<unknown>): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), milliseconds);
  void work.then(() => resolve(true));
  const isDone = await promise;
  clearTimeout(timer);
  return isDone;
}

/** The least time between two emissions, in milliseconds. */
const emitEvery = 100;

/** It pauses this many times as long as it worked, so that a flood leaves time for everything else. */
const restFactor = 1;

/** The most bytes that are kept of an output, from its first one on. */
const mostBytes = 10_000_000;

type Written = { text: string; done: () => void };

/** The output of one command from its first byte on, as a terminal shows it. */
export class CommandOutputRecorder {
  readonly #kept: KeptLines;
  readonly #encodings = new Set<string>();
  readonly #chunks: Buffer[] = [];
  #size = 0;
  readonly #terminal: TerminalOutput;
  readonly #listeners = new Set<() => void>();
  readonly #waiting: Written[] = [];
  #isWorking = false;
  #isHurried = false;
  #emittedAt = 0;
  #emitting: NodeJS.Timeout | undefined;

  private constructor(kept: KeptLines, terminal: TerminalOutput) {
    this.#kept = kept;
    this.#terminal = terminal;
  }

  static async open(): Promise<CommandOutputRecorder> {
    const kept = new KeptLines();
    return new CommandOutputRecorder(kept, await openTerminal((line) => kept.add(line)));
  }

  /** Returns a decoder for a stream of the output; `likely` is the encoding of what is not UTF-8. */
  decoder(likely: string): OutputDecoder {
    return new OutputDecoder(likely, this.#encodings);
  }

  /** Like write, for bytes. */
  async writeBytes(decoder: OutputDecoder, chunk: Buffer): Promise<void> {
    if (this.#size < mostBytes) this.#chunks.push(chunk.subarray(0, mostBytes - this.#size));
    this.#size += chunk.length;
    const text = decoder.decode(chunk);
    if (text !== '') await this.write(text);
  }

  /** Returns the first bytes of the output where they are not UTF-8. */
  bytes(): Buffer | undefined {
    return this.#encodings.size === 0 ? undefined : Buffer.concat(this.#chunks);
  }

  /** Resolves once the text was processed; a writer waits for that. */
  write(text: string): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push({ text, done: resolve });
      if (!this.#isWorking) void this.#work();
    });
  }

  async #work(): Promise<void> {
    this.#isWorking = true;
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      const began = performance.now();
      await this.#terminal.write(next.text);
      next.done();
      this.#emit();
      if (!this.#isHurried) await pause(restFactor * (performance.now() - began));
    }
    this.#isWorking = false;
  }

  /** Goes on without pauses: only the rest of the output is left, and somebody waits for it. */
  hurry(): void {
    this.#isHurried = true;
  }

  /** Calls back while output comes, a few times a second at most; returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #emit(): void {
    if (this.#emitting !== undefined || this.#listeners.size === 0) return;
    const wait = Math.max(0, this.#emittedAt + emitEvery - performance.now());
    this.#emitting = setTimeout(() => {
      this.#emitting = undefined;
      this.#emittedAt = performance.now();
      for (const listener of this.#listeners) listener();
    }, wait);
  }

  /** Returns the current last lines, each `asShown` and cut. */
  shown(asShown: (line: OutputLine) => OutputLine = (line) => line): CommandOutput {
    const screen = this.#terminal.screen();
    const missing = tailLines - screen.length;
    const lines = missing > 0 ? [...this.#kept.last(missing), ...screen] : screen.slice(-tailLines);
    return {
      tail: lines.map((line) => cut(asShown(line))),
      lines: this.#kept.total + screen.length,
      ...this.#found(),
    };
  }

  /** Returns a page of the whole output so far. */
  page(from: number): OutputPage {
    return readPage(this.now(), from);
  }

  /** Returns what is kept so far, with the screen. */
  now(): KeptOutput {
    const { head, tail, total } = this.#kept.kept();
    const screen = this.#terminal.screen();
    const isShort = head.length === total;
    return {
      head: isShort ? [...head, ...screen] : head,
      tail: isShort ? tail : [...tail, ...screen],
      total: total + screen.length,
      ...this.#found(),
    };
  }

  /** Returns the end of the output so far as text, at most so long in characters. */
  text(longest: number): string {
    const { head, tail } = this.now();
    const lines = [...head.slice(-longest), ...tail].slice(-longest);
    return lines
      .map(({ text }) => text)
      .join('\n')
      .slice(-longest);
  }

  #found(): Pick<KeptOutput, 'encodings'> {
    return this.#encodings.size === 0 ? {} : { encodings: [...this.#encodings] };
  }

  /** Ends the recording and returns what is kept. */
  end(): KeptOutput {
    clearTimeout(this.#emitting);
    this.#listeners.clear();
    this.#terminal.end();
    return { ...this.#kept.kept(), ...this.#found() };
  }
}

const columns = 200;
const rows = 50;

/** Makes a terminal, whose code is loaded with the first one. */
async function openTerminal(onLine: (line: OutputLine) => void): Promise<TerminalOutput> {
  const xterm = await loadXterm();
  const terminal = new xterm.Terminal({
    cols: columns,
    rows,
    scrollback: 2_000,
    convertEol: true,
    allowProposedApi: true,
    logLevel: 'off',
  });
  return new TerminalOutput(terminal, onLine);
}

/** Loads a CommonJS package whose exports ES imports don't see. */
async function loadXterm(): Promise<Xterm> {
  const { createRequire } = await import('node:module');
  const loaded: unknown = createRequire(import.meta.url)('@xterm/headless');
  if (!isXterm(loaded)) throw new Error('The package @xterm/headless has no Terminal.');
  return loaded;
}

type Xterm = { Terminal: typeof Terminal };

function isXterm(loaded: unknown): loaded is Xterm {
  return typeof loaded === 'object' && loaded !== null && 'Terminal' in loaded;
}
