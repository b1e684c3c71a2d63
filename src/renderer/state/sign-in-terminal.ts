import type { TerminalEnd, TerminalOf } from '../../shared/contract/app-contract.ts';
import { errorCode } from '../../shared/thrown-error.ts';
import type { Companion } from '../companion.ts';

type TerminalSize = { columns: number; rows: number };

/** `begin` gets all kept output, `show` what follows. */
type TerminalFace = { begin(data: string): Promise<void>; show(data: string): Promise<void> };

/** Why a window stopped showing a terminal. */
export type ShownUntil = { type: 'elsewhere' } | { type: 'closed' } | { type: 'ended'; end: TerminalEnd };

/** The delay before a broken watch is resumed, in milliseconds. */
const patience = 500;

/** The most characters in one call, and waiting for the next. */
const mostAtOnce = 10_000;
const mostWaiting = 200_000;

/** A terminal that runs in main, as a window reads and writes it. */
export class OpenTerminal {
  readonly #client: Companion['client'];
  readonly #terminal: string;
  readonly command: string;
  #view = 0;
  #nth = 0;
  #waiting = '';
  #isSending = false;

  private constructor(client: Companion['client'], terminal: string, command: string) {
    this.#client = client;
    this.#terminal = terminal;
    this.command = command;
  }

  /** Opens a terminal for one of the ways to sign in that the agent names. */
  static async open(
    { client }: Companion,
    of: TerminalOf,
    way: string,
    size: TerminalSize,
  ): Promise<OpenTerminal> {
    const { terminal, command } = await client.terminals.open({ of, way, ...size });
    return new OpenTerminal(client, terminal, command);
  }

  /** Sends input, in the order of the calls. */
  type(data: string): void {
    if (this.#waiting.length + data.length > mostWaiting) return;
    this.#waiting += data;
    if (!this.#isSending) void this.#send();
  }

  resize(size: TerminalSize): void {
    const { resize } = this.#client.terminals;
    resize({ terminal: this.#terminal, view: this.#view, ...size }).catch(() => undefined);
  }

  /** Shows the terminal across links until it has ended or is shown elsewhere; null once the signal aborts. */
  async follow(face: TerminalFace, signal: AbortSignal): Promise<ShownUntil | null> {
    while (!signal.aborted) {
      try {
        const until = await this.#watch(face, signal);
        return signal.aborted ? null : until;
      } catch (error) {
        if (isGone(error)) return { type: 'closed' };
      }
      await new Promise((resolve) => setTimeout(resolve, patience));
    }
    return null;
  }

  /** Ends the program; resolves when all its processes are gone. */
  async close(): Promise<void> {
    await this.#client.terminals.close({ terminal: this.#terminal });
  }

  async #send(): Promise<void> {
    this.#isSending = true;
    while (this.#waiting !== '') {
      const data = this.#waiting.slice(0, mostAtOnce);
      this.#waiting = this.#waiting.slice(data.length);
      this.#nth += 1;
      const typed = { terminal: this.#terminal, view: this.#view, nth: this.#nth, data };
      // Input that a broken link lost was typed at a screen that is now drawn anew.
      await this.#client.terminals.write(typed).catch(() => undefined);
    }
    this.#isSending = false;
  }

  async #watch(face: TerminalFace, signal: AbortSignal): Promise<ShownUntil> {
    const terminal = this.#terminal;
    for await (const event of await this.#client.terminals.watch({ terminal }, { signal })) {
      if (signal.aborted) break;
      switch (event.type) {
        case 'screen':
          this.#view = event.view;
          await face.begin(event.data);
          break;
        case 'output':
          await face.show(event.data);
          await this.#client.terminals.took({ terminal, view: this.#view, characters: event.data.length });
          break;
        case 'elsewhere':
        case 'ended':
          return event;
      }
    }
    return { type: 'closed' };
  }
}

function isGone(error: unknown): boolean {
  return errorCode(error) === 'no-such-terminal';
}
