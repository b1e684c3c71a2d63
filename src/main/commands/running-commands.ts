import { toolCallKey, type WorkspaceId } from '../../shared/ids.ts';
import type { CallKey } from '../pending/pending-calls.ts';
import type { CommandRun } from '../../shared/transcript/command-run.ts';
import type { CommandStore } from '../storage/command-store.ts';
import type { CommandCall, CommandOrder, EndedCommand, StartedCommand } from './command-order.ts';
import type { Confinability, Confinement } from './confinement.ts';
import type { KeptOutput } from './kept-lines.ts';
import { launchStored } from './launch-stored.ts';
import type { OutputFiles } from './output-files.ts';
import type { PersonShell } from './person-shell.ts';
import { bootName } from './process-table.ts';
import type { CommandEnd } from './running-command.ts';
import { shownEnd } from './shown-end.ts';
import type { Bounds } from './wrap-program.ts';

export type RunningParts = {
  store: CommandStore;
  files: OutputFiles;
  shell: PersonShell;
  /** Loads what confines commands. */
  confinement: () => Promise<Confinement>;
  /** Returns the files of waiting previews that are not as they were, once each. */
  staled: (workspaceId: WorkspaceId) => Promise<string[]>;
  /** Emits a command as it is now to the windows. */
  emit: (call: CommandCall, run: CommandRun) => void;
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

/** The commands that run now: each is stored before it starts, and its end before it is over. */
export class RunningCommands {
  readonly #parts: RunningParts;
  readonly #live = new Map<string, StartedCommand>();
  #confinement: Promise<Confinement> | undefined;
  #closed = false;

  constructor(parts: RunningParts) {
    this.#parts = parts;
  }

  /** Starts a command. Rejects when it could not be stored; one that could not be started ends at once. */
  async start(order: CommandOrder): Promise<StartedCommand> {
    const { store, shell, newMarker, staled, report, now, emit } = this.#parts;
    const { workspaceId, messageId, toolCallId, line, bounds, background, seconds, cwd } = order;
    const call = { workspaceId, messageId, toolCallId };
    const { watchFiles } = await import('./watch-files.ts');
    const free = await shell.program(order.words);
    const confined = bounds === null ? null : await (await this.#opened()).confine(free, cwd, bounds);
    if (this.#closed) {
      confined?.ended({ type: 'cut-off', at: now() }, nothing);
      throw new Error('Parley is closing.');
    }
    const marker = newMarker();
    const number = store.nextNumber(call);
    const about = { number, line, folder: order.shownFolder, background, seconds };
    const run: CommandRun = { ...about, ...confinementOf(bounds), startedAt: now(), ...notLeft };
    store.add({ ...call, marker, run, boot: bootName() });
    const program = confined?.program ?? free;
    const parts = { program, cwd, marker, confined: confined !== null, seconds, now };
    const running = await launchStored(parts, run, this.#parts).catch((error: unknown) => {
      confined?.ended({ type: 'cut-off', at: now() }, nothing);
      throw error;
    });
    const changes = watchFiles(() => staled(workspaceId), report);
    const done = running.ended.then(async (end) => {
      const refused = confined?.ended(end.ending, end.output);
      const found = { staled: await changes(), ...(refused && { refused }) };
      return this.#settle(call, marker, { ...run, ...found }, end);
    });
    const started = { call, run, running, done };
    this.#live.set(toolCallKey(call), started);
    emit(call, run);
    if (this.#closed) void running.end('cut-off');
    return started;
  }

  /** Returns a command that runs. */
  get(call: CallKey): StartedCommand | undefined {
    return this.#live.get(toolCallKey(call));
  }

  /** Returns the commands of a chat that run now, the oldest first. */
  inChat(workspaceId: WorkspaceId): StartedCommand[] {
    return [...this.#live.values()].filter(({ call }) => call.workspaceId === workspaceId);
  }

  /** Ends all commands, and at once what is being started; resolves when nothing of them is left. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(
      [...this.#live.values()].map(async ({ running, done }) => {
        await running.end('cut-off');
        await done;
      }),
    );
  }

  /** Ends what serves confined commands; none may run any more. */
  async closeConfinement(): Promise<void> {
    const confinement = await this.#confinement;
    await confinement?.close();
  }

  /** Says if a command can be kept in a folder, given by its real path. */
  async canConfine(root: string): Promise<Confinability> {
    return (await this.#opened()).canConfine(root);
  }

  #opened(): Promise<Confinement> {
    return (this.#confinement ??= this.#parts.confinement());
  }

  /** Stores how a command ended; its output is kept first, so that who sees it ended can read it. */
  async #settle(
    call: CommandCall,
    marker: string,
    before: CommandRun,
    { ending, output, leftProcesses }: CommandEnd,
  ): Promise<EndedCommand> {
    const { store, files, emit, report } = this.#parts;
    await files.write(marker, output).catch(report);
    // With a confined command all ends that it started; what is seen of it is on its way out.
    const left = leftProcesses && before.confinement === 'unconfined';
    const run = { ...before, ending, leftProcesses: left, ...shownEnd(output) };
    try {
      store.settle(marker, run);
    } finally {
      this.#live.delete(toolCallKey(call));
      emit(call, run);
    }
    return { run, output };
  }
}

function confinementOf(bounds: Bounds | null): Pick<CommandRun, 'confinement' | 'hosts'> {
  if (bounds === null) return { confinement: 'unconfined' };
  return { confinement: 'confined', ...(bounds.hosts.length > 0 && { hosts: [...bounds.hosts] }) };
}
