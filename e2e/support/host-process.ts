import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { projectRoot } from './hosts.ts';

const command = join(projectRoot, 'out/cli/parley.js');
const onManualClock = [join(import.meta.dirname, 'host-on-manual-clock.ts')];

const readyLine = /^Parley is ready at (http:\/\/127\.0\.0\.1:(\d+)\/\?token=\S+)$/;

export type HostProcessOptions = {
  dataDir: string;
  workspaceDir: string;
  /** Starts as a first start does: in the folder, without opening it. */
  firstRun?: boolean;
  env: Record<string, string>;
  /** Starts on a clock that stands still until `passTime`. */
  manualClock?: boolean;
};

/** The port to serve at: `0` until the first start, which takes any free one, and the same from then on. */
type Place = { port: string };

/** The process of the built browser host; it takes the same port when it is started again. */
export class HostProcess {
  address = '';
  readonly #options: HostProcessOptions;
  readonly #place: Place;
  #child: ChildProcess | undefined;
  #complaints: string[] = [];

  constructor(options: HostProcessOptions, place: Place = { port: '0' }) {
    this.#options = options;
    this.#place = place;
  }

  async start(): Promise<void> {
    const { dataDir, workspaceDir, firstRun = false, env, manualClock = false } = this.#options;
    const entry = manualClock ? onManualClock : [command, '--browser', '--no-open'];
    const open = firstRun ? [] : ['--workspace', workspaceDir];
    const where = ['--port', this.#place.port, '--data-dir', dataDir, ...open];
    const child = spawn(process.execPath, [...entry, ...where], {
      // With a home of its own, since what lies in this machine's is no part of a test.
      env: { ...process.env, HOME: join(dataDir, '..', 'home'), ...env },
      ...(firstRun && { cwd: workspaceDir }),
      stdio: ['ignore', 'pipe', 'pipe', ...(manualClock ? (['ipc'] as const) : [])],
    });
    this.#child = child;
    const complaints: string[] = [];
    this.#complaints = complaints;
    present(child.stderr).on('data', (chunk: Buffer) => complaints.push(chunk.toString()));
    const ended = once(child, 'exit').then(() => {
      throw new Error(`the browser host ended before it was ready:\n${complaints.join('')}`);
    });
    const [, address, port] = await Promise.race([readAddress(child), ended]);
    ended.catch(() => {});
    this.address = present(address);
    this.#place.port = present(port);
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Lets the time of its manual clock pass, in milliseconds; returns when what is due has run. */
  async passTime(ms: number): Promise<void> {
    const child = present(this.#child);
    const passed = once(child, 'message');
    child.send({ pass: ms });
    await passed;
  }

  /** The lines that it wrote to standard error since its start. */
  complaints(): string[] {
    return this.#complaints.join('').split('\n');
  }

  get isRunning(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const child = this.#child;
    if (child === undefined || !this.isRunning) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }
}

async function readAddress(child: ChildProcess): Promise<RegExpExecArray> {
  const lines = createInterface({ input: present(child.stdout) });
  for await (const line of lines) {
    const match = readyLine.exec(line);
    if (match === null) throw new Error(`an unexpected line on standard output: ${line}`);
    return match;
  }
  throw new Error('the browser host closed its standard output without an address');
}

function present<Value>(value: Value | null | undefined): Value {
  if (value === null || value === undefined) throw new Error('the host has not started');
  return value;
}
