import type { WorkspaceId } from '../../../shared/ids.ts';
import type { CommandOutput, OutputLine } from '../../../shared/transcript/command-run.ts';
import { CommandOutputRecorder } from '../../commands/running-command.ts';
import { watchOutput } from '../../commands/watch-output.ts';
import { withoutOpenSignIn } from './remote-address.ts';

/** What ends a run, and what records that which its programs print. */
export type GitRun = { stop: AbortSignal; output: CommandOutputRecorder };

type Work<Result> = (run: GitRun) => Promise<Result>;

/**
 * Begins work for a chat and returns its result. Work with the key of the last one of this kind is not done again: its
 * result is that one's. Undefined while other work for the chat is under way.
 */
export type RunOnce<Result> = (
  id: WorkspaceId,
  key: string,
  work: Work<Result>,
) => Promise<Result> | undefined;

type UnderWay = { stop: AbortController; output: Promise<CommandOutputRecorder>; ended: Promise<unknown> };

/** What the person has git do with the worktrees of chats, one at a time for each. */
export class GitRuns {
  readonly #underWay = new Map<WorkspaceId, UnderWay>();
  #begun = Promise.withResolvers<void>();

  /** Returns what runs work of one kind. */
  ofKind<Result>(): RunOnce<Result> {
    const last = new Map<WorkspaceId, { key: string; result: Promise<Result> }>();
    return (id, key, work) => {
      const before = last.get(id);
      if (before?.key === key) return before.result;
      if (this.#underWay.has(id)) return undefined;
      const stop = new AbortController();
      const opened = CommandOutputRecorder.open();
      const result = opened.then((output) => work({ stop: stop.signal, output }));
      last.set(id, { key, result });
      const end = () => {
        this.#underWay.delete(id);
        return opened.then(
          (output) => output.end(),
          () => undefined,
        );
      };
      this.#underWay.set(id, { stop, output: opened, ended: result.then(end, end) });
      this.#begun.resolve();
      this.#begun = Promise.withResolvers();
      return result;
    };
  }

  isBusy(id: WorkspaceId): boolean {
    return this.#underWay.has(id);
  }

  /**
   * Yields the last lines of what is printed by what is under way for a chat, and by what begins later, as they change,
   * until the signal aborts. Names and passwords in addresses are left out.
   */
  async *watch(id: WorkspaceId, signal: AbortSignal | undefined): AsyncGenerator<CommandOutput, void, void> {
    const aborted = new Promise<void>((resolve) => {
      signal?.addEventListener('abort', () => resolve(), { once: true });
    });
    while (signal?.aborted !== true) {
      const run = this.#underWay.get(id);
      if (run === undefined) {
        await Promise.race([this.#begun.promise, aborted]);
        continue;
      }
      const isLive = () => this.#underWay.get(id) === run;
      yield* watchOutput({ output: await run.output, ended: run.ended, isLive, signal, asShown });
    }
  }

  /** Stops what is under way for a chat, and resolves once it has ended. */
  async stop(id: WorkspaceId): Promise<void> {
    const run = this.#underWay.get(id);
    run?.stop.abort();
    await run?.ended;
  }

  /** Stops everything, and resolves once nothing is under way. */
  async close(): Promise<void> {
    await Promise.all([...this.#underWay.keys()].map((id) => this.stop(id)));
  }
}

/** Looks are by place, so that a line that was changed has none. */
function asShown(line: OutputLine): OutputLine {
  const text = withoutOpenSignIn(line.text);
  return text === line.text ? line : { text };
}
