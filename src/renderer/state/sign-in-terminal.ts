import type { TerminalEnd, TerminalOf } from '../../shared/contract/app-contract.ts';
import { errorCode } from '../../shared/thrown-error.ts';
import type { Companion } from '../companion.ts';

type TerminalSize = { columns: number; rows: number };

/** The screen of a terminal: `begin` has all that is kept of its output. */
type TerminalFace = { begin(data: string): Promise<void>; show(data: string): Promise<void> };

/** The reason for which a window stopped showing a terminal. */
export type ShownUntil = { type: 'elsewhere' } | { type: 'closed' } | { type: 'ended'; end: TerminalEnd };

/** The time before a broken watch is taken up again, in milliseconds. */
const patience = 500;

/** The most characters that are sent at once, and that wait to be. */
const mostAtOnce = 10_000;
const mostWaiting = 200_000;

/** A terminal that is open in main, as a window reads and writes it. */
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

  /** Opens the terminal in which a person signs in, by a way that the agent names. */
  static async open(
    { client }: Companion,
    of: TerminalOf,
    way: string,
    size: TerminalSize,
  ): Promise<OpenTerminal> {
    const { terminal, command } = await client.terminals.open({ of, way, ...size });
    return new OpenTerminal(client, terminal, command);
  }

  /** Types something, in the order of the calls. */
  type(data: string): void {
    if (this.#waiting.length + data.length > mostWaiting) return;
    this.#waiting += data;
    if (!this.#isSending) void this.#send();
  }

  resize(size: TerminalSize): void {
    const { resize } = this.#client.terminals;
    resize({ terminal: this.#terminal, view: this.#view, ...size }).catch(() => undefined);
  }

  /** Shows it until it has ended or is shown elsewhere, over any number of links; null once the signal aborts. */
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

  /** Ends its program; resolves when nothing of it is left. */
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
      // What a broken link did not take was typed at a screen that is drawn anew now.
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
