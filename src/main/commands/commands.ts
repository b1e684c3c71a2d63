import { realpath } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { shownEnd } from './shown-end.ts';
import {
  type CallKey,
  type MessageCall,
  type ToolCallId,
  toolCallKey,
  type WorkspaceId,
} from '../../shared/ids.ts';
import type { ConfinementState } from '../../shared/permissions/tried-command.ts';
import { messageOf } from '../../shared/thrown-error.ts';
import type { CommandOutput, CommandRun, OutputPage } from '../../shared/transcript/command-run.ts';
import { isAtOrUnder } from '../folder/data-folder.ts';
import type { CommandStore, StoredCommand } from '../storage/command-store.ts';
import type { Bounds, Confinability, ConfinedProgram, Confinement } from './confinement.ts';
import { bootName, endProcesses, processAt } from './processes.ts';
import { type KeptOutput, readPage } from './kept-lines.ts';
import { watchOutput } from './watch-output.ts';
import type { OutputFiles } from './output-files.ts';
import type { CommandInvocation, PersonShell } from './person-shell.ts';
import type { CommandEnd, RunningCommand, CommandStart } from './running-command.ts';

/**
 * The commands of all chats. Each is stored before it starts, so that the next start can end what is left of it.
 */
export class Commands {
  readonly #deps: CommandsDeps;
  readonly #running: RunningCommands;
  #ending: Promise<unknown> = Promise.resolve();

  constructor(deps: CommandsDeps) {
    this.#deps = deps;
    this.#running = new RunningCommands(deps);
  }

  /** Ends what the last process left running, and marks those commands as cut off. */
  recover(): void {
    const { store, files, report } = this.#deps;
    this.#ending = endOrphanedCommands(this.#deps).catch(report);
    void files.keepOnly(store.markers()).catch(report);
  }

  /** Resolves when all of that has ended. */
  async recovered(): Promise<void> {
    await this.#ending;
  }

  /** Starts a command. Rejects when it could not be stored; one that could not be started ends at once. */
  start(order: CommandOrder): Promise<StartedCommand> {
    return this.#running.start(order);
  }

  /** Returns whether a command can be confined to a folder, given by its real path. */
  canConfine(root: string): Promise<Confinability> {
    return this.#running.canConfine(root);
  }

  /** Returns whether commands can be confined on this machine; `again` tries it anew where they could not. */
  confinement(again: boolean): Promise<ConfinementState> {
    return this.#running.confinement(again);
  }

  /**
   * Returns whether a command may run confined in a folder, given by its path, without anybody being asked. False
   * too while one that is not confined runs there: it could take up what the other leaves for it.
   */
  async canConfineUnasked(folder: string): Promise<boolean> {
    const root = await realpath(folder).catch(() => undefined);
    return root !== undefined && this.#running.canConfineUnasked(root);
  }

  find(workspaceId: WorkspaceId, toolCallId: ToolCallId): CommandRun | undefined {
    return this.#deps.store.get(workspaceId, toolCallId)?.run;
  }

  /** Returns a command that has ended, with its output; undefined where it runs, or was never started. */
  async ended(workspaceId: WorkspaceId, toolCallId: ToolCallId): Promise<EndedCommand | undefined> {
    const run = this.find(workspaceId, toolCallId);
    const output = await this.#output(workspaceId, toolCallId);
    return run === undefined || run.ending === null || output === undefined ? undefined : { run, output };
  }

  /** Returns the running commands of a chat, oldest first. */
  running(workspaceId: WorkspaceId): StartedCommand[] {
    return this.#running.inChat(workspaceId);
  }

  /** Returns a command of a chat by its number, with its output so far. */
  async read(workspaceId: WorkspaceId, number: number): Promise<EndedCommand | undefined> {
    const live = this.running(workspaceId).find(({ run }) => run.number === number);
    const call = live?.call ?? this.#deps.store.byNumber(workspaceId, number);
    if (call === undefined) return undefined;
    const run = live?.run ?? this.find(workspaceId, call.toolCallId);
    const output = await this.#output(workspaceId, call.toolCallId);
    return run === undefined || output === undefined ? undefined : { run, output };
  }

  /** Waits until a command ends, for at most `most` milliseconds, or until the signal aborts. */
  async waitFor(workspaceId: WorkspaceId, number: number, most: number, signal: AbortSignal): Promise<void> {
    const live = this.running(workspaceId).find(({ run }) => run.number === number);
    if (live === undefined) return;
    const over = new AbortController();
    const signals = AbortSignal.any([signal, over.signal]);
    await Promise.race([live.done, pause(most, undefined, { signal: signals }).catch(() => undefined)]);
    over.abort();
  }

  /** Ends a command; resolves when none of its processes are left. Does nothing if it has ended. */
  async stop(workspaceId: WorkspaceId, toolCallId: ToolCallId): Promise<void> {
    const live = this.#running.get({ workspaceId, toolCallId });
    await live?.running.end('stopped');
    await live?.done;
  }

  /** Ends all commands of a chat that is about to be removed. */
  async endAll(workspaceId: WorkspaceId): Promise<void> {
    await Promise.all(this.running(workspaceId).map(({ call }) => this.stop(workspaceId, call.toolCallId)));
  }

  /** Removes the output of removed chats. */
  async forget(): Promise<void> {
    await this.#deps.files.keepOnly(this.#deps.store.markers());
  }

  /** Ends all commands; resolves when none of their processes are left. */
  async close(): Promise<void> {
    await this.#running.close();
    await this.#ending;
    await this.#running.closeConfinement();
  }

  /** Yields the last lines of a running command, now and as they change; ends with the command. */
  async *watch(
    workspaceId: WorkspaceId,
    toolCallId: ToolCallId,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<CommandOutput, void, void> {
    const live = this.#running.get({ workspaceId, toolCallId });
    if (live === undefined) return;
    const isLive = () => this.#running.get({ workspaceId, toolCallId }) !== undefined;
    const { output, ended } = live.running;
    yield* watchOutput({ output, ended, isLive, signal });
  }

  /** Returns a part of a command's output from a line on; undefined where none is kept. */
  async page(
    workspaceId: WorkspaceId,
    toolCallId: ToolCallId,
    from: number,
  ): Promise<OutputPage | undefined> {
    const output = await this.#output(workspaceId, toolCallId);
    return output === undefined ? undefined : readPage(output, from);
  }

  async #output(workspaceId: WorkspaceId, toolCallId: ToolCallId): Promise<KeptOutput | undefined> {
    const live = this.#running.get({ workspaceId, toolCallId });
    if (live !== undefined) return live.running.output.now();
    const stored = this.#deps.store.get(workspaceId, toolCallId);
    return stored === undefined ? undefined : this.#deps.files.read(stored.marker);
  }
}

type CommandsDeps = {
  store: CommandStore;
  files: OutputFiles;
  shell: PersonShell;
  /** Loads what confines commands. */
  confinement: () => Promise<Confinement>;
  /** Returns the files of waiting previews that have changed, each once. */
  staled: (workspaceId: WorkspaceId) => Promise<string[]>;
  /** Emits a command's current state to the windows. */
  emit: (call: MessageCall, run: CommandRun) => void;
  newMarker: () => string;
  report: (error: unknown) => void;
  now: () => number;
};

const notLeft = {
  ending: null,
  leftProcesses: false,
  staled: [],
  tail: [],
  lines: 0,
} satisfies Partial<CommandRun>;

const nothing: KeptOutput = { head: [], tail: [], total: 0 };

/** The running commands: each is stored before it starts, and its end before it is reported. */
class RunningCommands {
  readonly #deps: CommandsDeps;
  readonly #live = new Map<string, StartedCommand>();
  #confinement: Promise<Confinement> | undefined;
  #closed = false;

  constructor(deps: CommandsDeps) {
    this.#deps = deps;
  }

  /** Starts a command. Rejects when it could not be stored; one that could not be started ends at once. */
  async start(order: CommandOrder): Promise<StartedCommand> {
    const { store, shell, newMarker, staled, report, now, emit } = this.#deps;
    const { workspaceId, messageId, toolCallId, line, bounds, background, seconds, cwd } = order;
    const call = { workspaceId, messageId, toolCallId };
    const free = await shell.program(order.words);
    const confined = bounds === null ? null : await (await this.#opened()).confine(free, cwd, bounds);
    if (this.#closed) {
      await cancelled(confined, now());
      throw new Error('Parley is closing.');
    }
    const marker = newMarker();
    const number = store.nextNumber(call);
    const about = { number, line, folder: order.shownFolder, background, seconds };
    const run: CommandRun = { ...about, ...confinementOf(bounds), startedAt: now(), ...notLeft };
    store.add({ ...call, marker, run, boot: bootName() });
    const program = confined?.program ?? free;
    const start = { program, cwd, marker, confined: confined !== null, seconds, now };
    const running = await launchStored(start, run, this.#deps).catch(async (error: unknown) => {
      await cancelled(confined, now());
      throw error;
    });
    const changes = watchFiles(() => staled(workspaceId), report);
    const done = running.ended.then(async (end) => {
      const refused = confined?.ended(end.ending, end.output);
      const unasked = await confined?.findings?.().catch((error: unknown) => {
        report(error);
        return undefined;
      });
      const found = {
        staled: await changes(),
        ...(refused && { refused }),
        ...(unasked && { unasked }),
      };
      return this.#settle(call, marker, { ...run, ...found }, end);
    });
    const started = { call, run, cwd, running, done };
    this.#live.set(toolCallKey(call), started);
    emit(call, run);
    if (this.#closed) void running.end('cut-off');
    return started;
  }

  get(call: CallKey): StartedCommand | undefined {
    return this.#live.get(toolCallKey(call));
  }

  /** Returns the running commands of a chat, oldest first. */
  inChat(workspaceId: WorkspaceId): StartedCommand[] {
    return [...this.#live.values()].filter(({ call }) => call.workspaceId === workspaceId);
  }

  /** Ends all commands, also those that are being started; resolves when none of their processes are left. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(
      [...this.#live.values()].map(async ({ running, done }) => {
        await running.end('cut-off');
        await done;
      }),
    );
  }

  /** Stops the services for confined commands, of which none may run any more. */
  async closeConfinement(): Promise<void> {
    const confinement = await this.#confinement;
    await confinement?.close();
  }

  /** Returns whether a command can be confined to a folder, given by its real path. */
  async canConfine(root: string): Promise<Confinability> {
    return (await this.#opened()).canConfine(root);
  }

  async confinement(again: boolean): Promise<ConfinementState> {
    return (await this.#opened()).state(again);
  }

  async canConfineUnasked(root: string): Promise<boolean> {
    const isNear = ({ cwd, run }: StartedCommand) =>
      run.confinement === 'unconfined' && (isAtOrUnder(cwd, root) || isAtOrUnder(root, cwd));
    if ([...this.#live.values()].some(isNear)) return false;
    const env = await this.#deps.shell.environment([]);
    return (await this.#opened()).canConfineUnasked(root, env);
  }

  #opened(): Promise<Confinement> {
    return (this.#confinement ??= this.#deps.confinement());
  }

  /** Stores how a command ended, after its output, so that whoever sees the end can read it. */
  async #settle(
    call: MessageCall,
    marker: string,
    before: CommandRun,
    { ending, output, bytes, leftProcesses }: CommandEnd,
  ): Promise<EndedCommand> {
    const { store, files, emit, report } = this.#deps;
    await files.write(marker, output).catch(report);
    const bytesFile = bytes && (await keptBytes(files, marker, bytes, report));
    // A confined command takes all its processes along; those still seen are about to end.
    const left = leftProcesses && before.confinement === 'unconfined';
    const run = {
      ...before,
      ending,
      leftProcesses: left,
      ...shownEnd(output),
      ...(bytesFile !== undefined && { bytesFile }),
    };
    try {
      store.settle(marker, run);
    } finally {
      this.#live.delete(toolCallKey(call));
      emit(call, run);
    }
    return { run, output };
  }
}

/** Writes the bytes of an output; returns their file, undefined where that fails. */
async function keptBytes(
  files: OutputFiles,
  marker: string,
  bytes: Buffer,
  report: (error: unknown) => void,
): Promise<string | undefined> {
  try {
    return await files.writeBytes(marker, bytes);
  } catch (error) {
    report(error);
    return undefined;
  }
}

/** Gives back what was made for a confined command that did not start. */
async function cancelled(confined: ConfinedProgram | null, at: number): Promise<void> {
  confined?.ended({ type: 'cut-off', at }, nothing);
  await confined?.findings?.();
}

function confinementOf(bounds: Bounds | null): Pick<CommandRun, 'confinement' | 'hosts'> {
  if (bounds === null) return { confinement: 'unconfined' };
  return { confinement: 'confined', ...(bounds.hosts.length > 0 && { hosts: [...bounds.hosts] }) };
}

/**
 * Marks commands of an earlier process as cut off, and ends what still runs of them; resolves when that is done.
 */
function endOrphanedCommands({ store, now }: { store: CommandStore; now: () => number }): Promise<unknown> {
  const left = store.open();
  for (const { marker, run } of left)
    if (run.ending === null) store.setRun(marker, { ...run, ending: { type: 'cut-off', at: now() } });
  return Promise.all(left.map((command) => endOrphaned(store, command)));
}

/** Nothing survives a reboot. */
async function endOrphaned(
  store: CommandStore,
  { marker, process: started, boot }: StoredCommand,
): Promise<void> {
  const isFirstThere = started !== null && processAt(started.pid)?.started === started.started;
  if (boot === bootName()) await endProcesses({ group: isFirstThere ? started.pid : null, marker });
  store.close(marker);
}

/**
 * Starts a command that is stored. Rejects where that fails; no process is left then and the command is stored as
 * not started.
 */
async function launchStored(
  start: CommandStart,
  run: CommandRun,
  { store, now, report }: { store: CommandStore; now: () => number; report: (error: unknown) => void },
): Promise<RunningCommand> {
  const { marker } = start;
  let running: RunningCommand | undefined;
  try {
    const { RunningCommand } = await import('./running-command.ts');
    running = await RunningCommand.start(start);
    const started = running.process();
    if (started !== undefined) store.setProcess(marker, started);
    return running;
  } catch (error) {
    await running?.end('cut-off');
    try {
      store.settle(marker, {
        ...run,
        ending: { type: 'not-started', problem: messageOf(error), at: now() },
      });
    } catch (again) {
      report(again);
    }
    throw error;
  }
}

/** `cwd` is an absolute path, `shownFolder` the same relative to the chat's folder. */
export type CommandOrder = MessageCall & {
  words: CommandInvocation;
  line: string;
  cwd: string;
  shownFolder: string;
  /** What it is confined to; null where it has the person's rights. */
  bounds: Bounds | null;
  background: boolean;
  seconds: number | null;
};

/** A command that has ended, with what is kept of its output. */
export type EndedCommand = { run: CommandRun; output: KeptOutput };

/** `done` resolves once its end is stored. */
type StartedCommand = {
  call: MessageCall;
  run: CommandRun;
  cwd: string;
  running: RunningCommand;
  done: Promise<EndedCommand>;
};

/**
 * Checks every second which files have changed; returns a function that checks once more, stops, and returns all
 * that were found.
 */
function watchFiles(
  changed: () => Promise<string[]>,
  report: (error: unknown) => void,
): () => Promise<string[]> {
  const found = new Set<string>();
  const look = async () => {
    for (const path of await changed()) found.add(path);
  };
  let looking: Promise<unknown> = Promise.resolve();
  const lookOnce = () => (looking = looking.then(look).catch(report));
  const timer = setInterval(() => void lookOnce(), 1_000);
  return async () => {
    clearInterval(timer);
    await lookOnce();
    return [...found];
  };
}
