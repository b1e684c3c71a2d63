import { setTimeout as pause } from 'node:timers/promises';
import type { ToolCallId, WorkspaceId } from '../../shared/ids.ts';
import type { CommandOutput, CommandRun, OutputPage } from '../../shared/transcript/command-run.ts';
import type { Confinability } from './confinement.ts';
import type { CommandOrder, EndedCommand, StartedCommand } from './command-order.ts';
import { type KeptOutput, readPage } from './kept-lines.ts';
import { endLeftCommands } from './left-commands.ts';
import { RunningCommands, type RunningParts } from './running-commands.ts';

/**
 * The commands of all chats: each is stored before it starts, so that what is left of it can be ended by the
 * next start, and is told to the windows.
 */
export class Commands {
  readonly #parts: RunningParts;
  readonly #running: RunningCommands;
  #ending: Promise<unknown> = Promise.resolve();

  constructor(parts: RunningParts) {
    this.#parts = parts;
    this.#running = new RunningCommands(parts);
  }

  /** Ends what the last process left running, and calls those commands cut off. */
  recover(): void {
    const { store, files, report } = this.#parts;
    this.#ending = endLeftCommands(this.#parts).catch(report);
    void files.keepOnly(store.markers()).catch(report);
  }

  /** Resolves when nothing is left of what the last process ran. */
  async recovered(): Promise<void> {
    await this.#ending;
  }

  /** Starts a command. Rejects when it could not be stored; one that could not be started ends at once. */
  start(order: CommandOrder): Promise<StartedCommand> {
    return this.#running.start(order);
  }

  /** Says if a command can be kept in a folder, given by its real path. */
  canConfine(root: string): Promise<Confinability> {
    return this.#running.canConfine(root);
  }

  /** Returns a command of a chat as it is stored. */
  find(workspaceId: WorkspaceId, toolCallId: ToolCallId): CommandRun | undefined {
    return this.#parts.store.get(workspaceId, toolCallId)?.run;
  }

  /** Returns a command that has ended, with its output; undefined where it has not, or was never started. */
  async ended(workspaceId: WorkspaceId, toolCallId: ToolCallId): Promise<EndedCommand | undefined> {
    const run = this.find(workspaceId, toolCallId);
    const output = await this.#output(workspaceId, toolCallId);
    return run === undefined || run.ending === null || output === undefined ? undefined : { run, output };
  }

  /** Returns the commands of a chat that run now, the oldest first. */
  running(workspaceId: WorkspaceId): StartedCommand[] {
    return this.#running.inChat(workspaceId);
  }

  /** Returns a command of a chat by its number, with its output so far. */
  async read(workspaceId: WorkspaceId, number: number): Promise<EndedCommand | undefined> {
    const live = this.running(workspaceId).find(({ run }) => run.number === number);
    const call = live?.call ?? this.#parts.store.byNumber(workspaceId, number);
    if (call === undefined) return undefined;
    const run = live?.run ?? this.find(workspaceId, call.toolCallId);
    const output = await this.#output(workspaceId, call.toolCallId);
    return run === undefined || output === undefined ? undefined : { run, output };
  }

  /** Waits until a command ends, at most for a time in milliseconds, or until the signal aborts. */
  async waitFor(workspaceId: WorkspaceId, number: number, most: number, signal: AbortSignal): Promise<void> {
    const live = this.running(workspaceId).find(({ run }) => run.number === number);
    if (live === undefined) return;
    const over = new AbortController();
    const signals = AbortSignal.any([signal, over.signal]);
    await Promise.race([live.done, pause(most, undefined, { signal: signals }).catch(() => undefined)]);
    over.abort();
  }

  /** Ends a command; resolves when nothing of it is left. Does nothing where it has ended. */
  async stop(workspaceId: WorkspaceId, toolCallId: ToolCallId): Promise<void> {
    const live = this.#running.get({ workspaceId, toolCallId });
    await live?.running.end('stopped');
    await live?.done;
  }

  /** Ends all commands of a chat, which is about to go. */
  async endAll(workspaceId: WorkspaceId): Promise<void> {
    await Promise.all(this.running(workspaceId).map(({ call }) => this.stop(workspaceId, call.toolCallId)));
  }

  /** Removes the kept output of chats that are gone. */
  async forget(): Promise<void> {
    await this.#parts.files.keepOnly(this.#parts.store.markers());
  }

  /** Ends all commands; resolves when nothing of them is left. */
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
    const { watchOutput } = await import('./watch-output.ts');
    yield* watchOutput(live.running, isLive, signal);
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
    const stored = this.#parts.store.get(workspaceId, toolCallId);
    return stored === undefined ? undefined : this.#parts.files.read(stored.marker);
  }
}
