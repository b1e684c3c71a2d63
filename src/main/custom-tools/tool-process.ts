import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type Environment, withMarker } from '../commands/command-environment.ts';
import { endAtExit } from '../commands/end-at-exit.ts';
import { endProcesses } from '../commands/processes.ts';
import {
  hostMessageSchema,
  type HostRequest,
  type Loaded,
  type ReceivedMessage,
  type StagedMessage,
} from './tool-messages.schema.ts';

/** How long a stopped call may take to end before its process is ended, in milliseconds. */
const patience = 1_000;

type ToolProcessOptions = ToolHostOptions & {
  /** Time limits of loading and of a call, in milliseconds. */
  loadLimit: number;
  callLimit: number;
  /** Called at the end of each call that nobody stopped; `lost` says why its result was lost, or is null. */
  onCalled: (tool: string, lost: string | null) => void;
  /** Called once none of its processes run. */
  onEnd: () => void;
};

/** How a call ended: by its tool, or with its process. */
type CallEnd =
  | { type: 'answered'; ok: boolean; text: string }
  /** `requested` where Parley itself ended a process that was no longer needed. */
  | { type: 'lost'; why: string; requested?: boolean };

type RunningCall = { onStaged?: ((staged: StagedMessage) => void) | undefined; end(end: CallEnd): void };

type Asked =
  | Omit<Extract<HostRequest, { type: 'call' }>, 'id'>
  | Omit<Extract<HostRequest, { type: 'decide' }>, 'id'>;

/** The process that runs a chat's custom tools. */
export class ToolProcess {
  readonly loaded: Promise<Loaded>;
  /** Settles once the process begins to end. */
  readonly ended: Promise<void>;
  readonly #options: ToolProcessOptions;
  readonly #child: ChildProcess;
  readonly #hasEnded: () => void;
  readonly #waiting = new Map<number, RunningCall>();
  readonly #loading = Promise.withResolvers<Loaded>();
  #nextId = 1;
  readonly #ending = Promise.withResolvers<void>();
  #ended: Promise<void> | undefined;

  constructor(options: ToolProcessOptions) {
    this.#options = options;
    this.loaded = this.#loading.promise;
    this.loaded.catch(() => {});
    this.ended = this.#ending.promise;
    this.#child = spawnToolHost(options);
    this.#hasEnded = endAtExit({ group: this.#child.pid ?? null, marker: options.marker });
    const messages = this.#child.stdio[3];
    this.#child.stdin?.on('error', () => {});
    messages?.on('error', () => {});
    if (messages instanceof Readable)
      readHostMessages(messages, {
        onMessage: (message) => this.#take(message),
        onProblem: (why) => void this.end(why),
      });
    this.#child.once('error', ({ message }) => void this.end(`It could not be started: ${message}`));
    this.#child.once(
      'exit',
      (code, signal) => void this.end(`Its process ended (${signal ?? `exit code ${code}`}).`),
    );
    const timer = setTimeout(() => void this.end('Its tools took too long to load.'), options.loadLimit);
    void this.loaded.then(
      () => clearTimeout(timer),
      () => clearTimeout(timer),
    );
  }

  get isAlive(): boolean {
    return this.#ended === undefined;
  }

  /**
   * Runs a tool. Rejects with the reason of `signal` when that aborts; a tool that goes on then loses its
   * process.
   */
  async ask(
    asked: Asked,
    { signal, onStaged }: { signal?: AbortSignal | undefined; onStaged?: (staged: StagedMessage) => void },
  ): Promise<CallEnd> {
    signal?.throwIfAborted();
    if (!this.isAlive) return { type: 'lost', why: 'Its process has ended.' };
    const id = this.#nextId;
    this.#nextId += 1;
    const { promise, resolve } = Promise.withResolvers<CallEnd>();
    this.#waiting.set(id, { onStaged, end: resolve });
    const limit = this.#options.callLimit;
    const timer = setTimeout(
      () => void this.end(`It took longer than ${limit / 1_000} seconds and was ended.`),
      limit,
    );
    const onAbort = () => this.#cancel(id);
    signal?.addEventListener('abort', onAbort, { once: true });
    this.#write({ ...asked, id });
    try {
      const end = await promise;
      signal?.throwIfAborted();
      if (asked.type === 'call' && !(end.type === 'lost' && end.requested))
        this.#options.onCalled(asked.tool, end.type === 'lost' ? end.why : null);
      return end;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      this.#waiting.delete(id);
    }
  }

  /** Ends the process and all that it started; pending calls are lost. `requested` if nothing went wrong. */
  end(why: string, requested = false): Promise<void> {
    this.#ended ??= this.#end(why, requested);
    return this.#ended;
  }

  #cancel(id: number): void {
    this.#write({ type: 'cancel', id });
    const timer = setTimeout(() => {
      if (this.#waiting.has(id)) void this.end('It was stopped.');
    }, patience);
    timer.unref();
  }

  async #end(why: string, requested: boolean): Promise<void> {
    this.#loading.reject(new Error(why));
    this.#ending.resolve();
    for (const { end } of this.#waiting.values()) end({ type: 'lost', why, requested });
    this.#child.stdin?.end();
    const { pid } = this.#child;
    if (pid !== undefined) await endProcesses({ group: pid, marker: this.#options.marker });
    this.#hasEnded();
    this.#child.stdio[3]?.destroy();
    this.#options.onEnd();
  }

  #write(request: HostRequest): void {
    if (this.isAlive) this.#child.stdin?.write(`${JSON.stringify(request)}\n`);
  }

  #take(message: ReceivedMessage): void {
    if (!this.isAlive) return;
    switch (message.type) {
      case 'loaded':
        return this.#loading.resolve(message);
      case 'staged':
        return this.#waiting.get(message.id)?.onStaged?.(message);
      case 'result':
        return this.#waiting.get(message.id)?.end({ ...message, type: 'answered' });
    }
  }
}

type ToolHostOptions = {
  /** The chat's folder, its working directory. */
  folder: string;
  files: readonly string[];
  env: Environment;
  /** Marks its processes in their environment. */
  marker: string;
};

/** Starts a tool process, which writes its messages to file descriptor 3. */
function spawnToolHost(options: ToolHostOptions): ChildProcess {
  const asNode = process.versions['electron'] === undefined ? {} : { ELECTRON_RUN_AS_NODE: '1' };
  return spawn(process.execPath, [hostFile(), options.folder, ...options.files], {
    cwd: options.folder,
    env: { ...withMarker(options.env, options.marker), ...asNode },
    stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
}

/** Returns the entry of the process: beside this file, or in the build. */
function hostFile(): string {
  const here = import.meta.dirname;
  const places = [join(here, 'tool-host.ts'), join(here, 'tool-host.js'), join(here, '..', 'tool-host.js')];
  return places.find((place) => existsSync(place)) ?? join(here, 'tool-host.js');
}

/** The longest accepted message, in characters. */
const longestMessage = 16_000_000;

type Listeners = {
  onMessage: (message: ReceivedMessage) => void;
  /** Called with what is wrong with a malformed message. */
  onProblem: (why: string) => void;
};

/** Reads the messages of a tool process, one a line. */
function readHostMessages(stream: Readable, { onMessage, onProblem }: Listeners): void {
  let held = '';
  stream.setEncoding('utf8').on('data', (text: string) => {
    const lines = (held + text).split('\n');
    held = lines.pop() ?? '';
    if (held.length > longestMessage) return onProblem('It sent a message that is too large.');
    for (const line of lines) {
      const message = readMessage(line);
      if (message === undefined) onProblem(unreadable(line));
      else onMessage(message);
    }
  });
}

function readMessage(line: string): ReceivedMessage | undefined {
  try {
    return hostMessageSchema.parse(JSON.parse(line));
  } catch {
    return undefined;
  }
}

/** Returns what is wrong with a malformed message. */
function unreadable(line: string): string {
  return line.startsWith('{"type":"staged"')
    ? 'It pushed something that is not a preview. A preview has a label of up to 200 characters, and Markdown or files.'
    : 'It sent a message that can’t be read.';
}
