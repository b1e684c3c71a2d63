import { type ChildProcess, spawn } from 'node:child_process';
import { type JSONRPCMessage, serializeMessage, type Transport } from '@modelcontextprotocol/client';
import { errorCode, messageOf } from '../../shared/thrown-error.ts';
import { withMarker } from '../commands/command-environment.ts';
import { endAtExit } from '../commands/end-at-exit.ts';
import { endProcesses } from '../commands/processes.ts';
import type { Program } from '../commands/person-shell.ts';
import { readMessage } from './read-message.ts';

/** The largest message, in bytes. */
const largestMessage = 32_000_000;

const lineFeed = 10;

export type StdioOptions = {
  program: Program;
  cwd: string;
  /** Marks its processes in their environment. */
  marker: string;
  /** Takes what the server writes to its standard error. */
  onLog: (text: string) => void;
  /** Called once none of its processes run. */
  onEnd: () => void;
};

/** A server in a process group of its own, which ends with all that it started. */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #options: StdioOptions;
  #held: Buffer[] = [];
  #heldBytes = 0;
  #child: ChildProcess | undefined;
  #closed: Promise<void> | undefined;
  #hasEnded = () => {};

  constructor(options: StdioOptions) {
    this.#options = options;
  }

  start(): Promise<void> {
    const { program, cwd, marker, onLog } = this.#options;
    const child = spawn(program.file, [...program.args], {
      cwd,
      env: withMarker(program.env, marker),
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    this.#child = child;
    this.#hasEnded = endAtExit({ group: child.pid ?? null, marker });
    child.stdin.on('error', () => {});
    child.stdout.on('data', (chunk: Buffer) => this.#read(chunk));
    child.stderr.setEncoding('utf8').on('data', (text: string) => onLog(text));
    child.once('exit', (code, signal) => {
      onLog(signal === null ? `It ended with exit code ${code ?? 0}.\n` : `It was ended by ${signal}.\n`);
      void this.close();
    });
    return new Promise((resolve, reject) => {
      child.once('spawn', () => resolve());
      child.once('error', (error) => {
        const isMissing = errorCode(error) === 'ENOENT';
        reject(
          new Error(
            isMissing ? `There is no program called ${program.file} on this machine.` : messageOf(error),
          ),
        );
        void this.close();
      });
    });
  }

  send(message: JSONRPCMessage): Promise<void> {
    const { stdin } = this.#child ?? {};
    if (stdin === undefined || stdin === null || this.#closed !== undefined)
      return Promise.reject(new Error('The server has ended.'));
    return new Promise((resolve) => {
      if (stdin.write(serializeMessage(message))) resolve();
      else stdin.once('drain', resolve).once('close', resolve);
    });
  }

  /** Ends its processes: by closing its input first, then as commands are ended. */
  close(): Promise<void> {
    this.#closed ??= this.#end();
    return this.#closed;
  }

  async #end(): Promise<void> {
    const child = this.#child;
    child?.stdin?.end();
    this.#held = [];
    this.onclose?.();
    if (child?.pid !== undefined) await endProcesses({ group: child.pid, marker: this.#options.marker });
    this.#hasEnded();
    child?.stdout?.destroy();
    child?.stderr?.destroy();
    this.#options.onEnd();
  }

  /** Reads whole lines, each a message; pieces of a large one are joined only once. */
  #read(chunk: Buffer): void {
    let from = 0;
    for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, from)) {
      if (this.#closed !== undefined) return;
      this.#hold(chunk.subarray(from, end));
      const line = Buffer.concat(this.#held).toString('utf8').trim();
      [this.#held, this.#heldBytes] = [[], 0];
      if (line !== '') this.#take(line);
      from = end + 1;
    }
    this.#hold(chunk.subarray(from));
  }

  #hold(bytes: Buffer): void {
    if (this.#closed !== undefined) return;
    this.#held.push(bytes);
    this.#heldBytes += bytes.length;
    if (this.#heldBytes <= largestMessage) return;
    [this.#held, this.#heldBytes] = [[], 0];
    this.#options.onLog('It sent a message that is too large, and was ended.\n');
    void this.close();
  }

  #take(line: string): void {
    try {
      this.onmessage?.(readMessage(line));
    } catch (error) {
      this.onerror?.(error instanceof Error ? error : new Error(messageOf(error)));
    }
  }
}
