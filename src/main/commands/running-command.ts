import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import type { CommandEnding } from '../../shared/transcript/command-run.ts';
import { withMarker } from './command-environment.ts';
import { CommandOutputRecorder } from './command-output.ts';
import { endAtExit } from './end-at-exit.ts';
import { endProcesses } from './end-processes.ts';
import type { KeptOutput } from './kept-lines.ts';
import type { Program } from './person-shell.ts';
import { exitOf, type ProcessExit } from './process-exit.ts';
import { processAt } from './process-table.ts';

/** Who or what ends a command before it ends by itself. */
type EndedBy = 'timed-out' | 'stopped' | 'cut-off';

/** The time for output that is on its way when a command has ended, in milliseconds. */
const patience = 1_000;

export type StartParts = {
  program: Program;
  cwd: string;
  marker: string;
  confined: boolean;
  /** The time limit; null for none. */
  seconds: number | null;
  now: () => number;
};

/** The process of a command, so that it is told apart from a later one with its pid. */
export type StartedProcess = { pid: number; started: number };

export type CommandEnd = { ending: CommandEnding; output: KeptOutput; leftProcesses: boolean };

/** A command that was started: its output as it comes, and the way to end it and all that it started. */
export class RunningCommand {
  readonly marker: string;
  readonly output: CommandOutputRecorder;
  /** Resolves once nothing of it runs any more. */
  readonly ended: Promise<CommandEnd>;
  readonly #child: ChildProcess;
  readonly #now: () => number;
  readonly #confined: boolean;
  #endedBy: EndedBy | undefined;
  #hasExited = false;
  #ending: Promise<boolean> | undefined;

  private constructor(child: ChildProcess, output: CommandOutputRecorder, parts: StartParts) {
    this.#child = child;
    this.output = output;
    this.marker = parts.marker;
    this.#now = parts.now;
    this.#confined = parts.confined;
    this.ended = this.#run(parts.seconds);
  }

  static async start(parts: StartParts): Promise<RunningCommand> {
    const { program, cwd, marker } = parts;
    const output = await CommandOutputRecorder.open();
    const child = spawn(program.file, [...program.args], {
      cwd,
      env: withMarker(program.env, marker),
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    return new RunningCommand(child, output, parts);
  }

  /** The first of its processes; undefined where it could not be started. */
  process(): StartedProcess | undefined {
    const { pid } = this.#child;
    if (pid === undefined) return undefined;
    return { pid, started: processAt(pid)?.started ?? 0 };
  }

  /** Ends it and all that it started; resolves when nothing is left. The first reason counts. */
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
      leftProcesses: left && this.#endedBy === undefined,
    };
  }

  /** Reads a stream no faster than it is shown; who floods it waits. */
  async #read(stream: Readable | null): Promise<void> {
    if (stream === null) return;
    stream.setEncoding('utf8');
    try {
      for await (const text of stream) await this.output.write(String(text));
    } catch {
      // It was closed from here, with its writer still there.
    }
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
