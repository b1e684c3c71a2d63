import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { type Environment, withMarker } from '../../../commands/command-environment.ts';
import { endAtExit } from '../../../commands/end-at-exit.ts';
import { bootName, endProcesses, exitOf, processAt, type ProcessExit } from '../../../commands/processes.ts';
import type { AgentSessionStore } from '../../../storage/agent-session-store.ts';

/** Stores which process was started under a marker, with its time: a later process may have the same pid. */
export function storeStarted(
  store: Pick<AgentSessionStore, 'setProcess'>,
  marker: string,
  pid: number | undefined,
): void {
  const started = pid === undefined ? undefined : processAt(pid);
  if (started !== undefined) store.setProcess(marker, { pid: started.pid, started: started.started });
}

/** Ends a stored process and all that it started; resolves when nothing of it is left, nor stored. */
export async function endStored(
  store: Pick<AgentSessionStore, 'dropProcess'>,
  marker: string,
  group: number | null,
): Promise<void> {
  await endProcesses({ group, marker });
  try {
    store.dropProcess(marker);
  } catch {
    // Parley has ended meanwhile; its next start drops the row, of which nothing runs any more.
  }
}

/** Ends what an earlier process of Parley left running. What was started before the machine was is gone already. */
export async function endOrphanedProcesses(store: AgentSessionStore): Promise<void> {
  const boot = bootName();
  await Promise.all(
    store.processes().map(async ({ marker, process: started, boot: startedIn }) => {
      const isSame = started !== null && processAt(started.pid)?.started === started.started;
      if (startedIn === boot) await endProcesses({ group: isSame ? started.pid : null, marker });
      store.dropProcess(marker);
    }),
  );
}

/** A program to start as an agent: `env` is all that it gets. */
export type Launch = { file: string; args: readonly string[]; env: Environment; cwd: string };

/** The lines of its standard error that are kept, and the characters of each. */
const keptLines = 200;
const longestLine = 2_000;

/** The time an agent has to end by itself once its input is closed, in milliseconds. */
const patience = 2_000;

type StartDeps = { launch: Launch; marker: string; store: AgentSessionStore; onLine: (line: string) => void };

/**
 * The process of an agent, in a group of its own. It is stored before it starts, so that a later start of Parley can
 * end what this one could not.
 */
export class AgentProcess {
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #deps: StartDeps;
  readonly #log: string[] = [];
  /** Resolves once it has exited; what it started may still be there. */
  readonly exited: Promise<ProcessExit>;
  #ending: Promise<void> | undefined;
  readonly #hasEnded: () => void;
  #hasExited = false;

  private constructor(child: ChildProcessByStdio<Writable, Readable, Readable>, deps: StartDeps) {
    this.#child = child;
    this.#deps = deps;
    this.exited = exitOf(child);
    this.#hasEnded = endAtExit({ group: child.pid ?? null, marker: deps.marker });
    child.stdin.on('error', () => {
      // `exited` says that it ended.
    });
    readLines(child.stderr, (line) => this.note(line));
    void this.exited.then(() => {
      this.#hasExited = true;
      return this.end();
    });
  }

  static start(deps: StartDeps): AgentProcess {
    const { launch, marker, store } = deps;
    store.addProcess(marker, bootName());
    const child = spawn(launch.file, [...launch.args], {
      cwd: launch.cwd,
      env: withMarker(launch.env, marker),
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    storeStarted(store, marker, child.pid);
    return new AgentProcess(child, deps);
  }

  get hasExited(): boolean {
    return this.#hasExited;
  }

  get stdin(): Writable {
    return this.#child.stdin;
  }

  get stdout(): Readable {
    return this.#child.stdout;
  }

  /** Returns the last lines of what it printed that is no message. */
  log(): readonly string[] {
    return this.#log;
  }

  /** Adds a line to the log. */
  note(line: string): void {
    const cut = line.slice(0, longestLine);
    this.#log.push(cut);
    if (this.#log.length > keptLines) this.#log.shift();
    this.#deps.onLine(cut);
  }

  /** Closes its input, and ends it and all that it started; resolves when nothing of it is left. */
  end(): Promise<void> {
    this.#ending ??= this.#end();
    return this.#ending;
  }

  async #end(): Promise<void> {
    const { marker, store } = this.#deps;
    this.#child.stdin.end();
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([
      this.exited,
      new Promise((resolve) => {
        timer = setTimeout(resolve, patience);
      }),
    ]);
    clearTimeout(timer);
    await endStored(store, marker, this.#child.pid ?? null);
    this.#hasEnded();
    this.#child.stdout.destroy();
    this.#child.stderr.destroy();
  }
}

function readLines(stream: Readable, onLine: (line: string) => void): void {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => {
    const lines = `${rest}${chunk}`.split('\n');
    rest = (lines.pop() ?? '').slice(-longestLine);
    for (const line of lines) if (line.trim() !== '') onLine(line.trimEnd());
  });
  stream.on('end', () => {
    if (rest.trim() !== '') onLine(rest.trimEnd());
  });
}

/** The processes that still run, or of which something that they started still runs. */
export class AgentProcesses {
  readonly #processes = new Set<AgentProcess>();

  /** Holds a process until nothing of it is left. */
  add(process: AgentProcess): void {
    this.#processes.add(process);
    void process.exited.then(() => process.end()).finally(() => this.#processes.delete(process));
  }

  /** Ends them all; resolves when nothing of them is left. */
  async end(): Promise<void> {
    await Promise.all([...this.#processes].map((process) => process.end()));
  }
}
