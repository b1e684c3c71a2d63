import { setTimeout as pause } from 'node:timers/promises';
import type { CommandOutput, OutputPage } from '../../shared/transcript/command-run.ts';
import { type KeptOutput, KeptLines, readPage } from './kept-lines.ts';
import { cut, tailLines } from './shown-end.ts';
import { openTerminal } from './open-terminal.ts';
import type { TerminalOutput } from './terminal-output.ts';

/** The least time between two emissions, in milliseconds. */
const emitEvery = 100;

/** For so many times as long as it works on output it then rests, so that a flood leaves time for all else. */
const restFactor = 1;

type Written = { text: string; done: () => void };

/** The output of one command, from its first byte on: as a terminal shows it, and kept. */
export class CommandOutputRecorder {
  readonly #kept: KeptLines;
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

  /** Resolves once this output has had its effect; who writes more waits for it. */
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

  /** Goes on without pauses: only the end of the output is left, and somebody waits for it. */
  hurry(): void {
    this.#isHurried = true;
  }

  /** Calls back, a few times a second at most, while output comes; returns what ends that. */
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

  /** Returns the last lines, as they are now. */
  shown(): CommandOutput {
    const screen = this.#terminal.screen();
    const missing = tailLines - screen.length;
    const lines = missing > 0 ? [...this.#kept.last(missing), ...screen] : screen.slice(-tailLines);
    return { tail: lines.map(cut), lines: this.#kept.total + screen.length };
  }

  /** Returns a page of the whole output so far. */
  page(from: number): OutputPage {
    return readPage(this.now(), from);
  }

  /** Returns what is kept so far, the screen included. */
  now(): KeptOutput {
    const { head, tail, total } = this.#kept.kept();
    const screen = this.#terminal.screen();
    const isShort = head.length === total;
    return {
      head: isShort ? [...head, ...screen] : head,
      tail: isShort ? tail : [...tail, ...screen],
      total: total + screen.length,
    };
  }

  /** Ends it, after all that was written, and returns what is kept. */
  end(): KeptOutput {
    clearTimeout(this.#emitting);
    this.#listeners.clear();
    this.#terminal.end();
    return this.#kept.kept();
  }
}
