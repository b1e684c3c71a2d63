import type { WorkspaceId } from '../../../shared/ids.ts';

type Work<Result> = (stop: AbortSignal) => Promise<Result>;

/**
 * Begins work for a chat and returns its result. Work with the key of the last one of this kind is not done again: its
 * result is that one's. Undefined while other work for the chat is under way.
 */
export type RunOnce<Result> = (
  id: WorkspaceId,
  key: string,
  work: Work<Result>,
) => Promise<Result> | undefined;

/** What the person has git do in the worktrees of chats, one at a time in each. */
export class GitRuns {
  readonly #underWay = new Map<WorkspaceId, { stop: AbortController; ended: Promise<unknown> }>();

  /** Returns what runs work of one kind. */
  ofKind<Result>(): RunOnce<Result> {
    const last = new Map<WorkspaceId, { key: string; result: Promise<Result> }>();
    return (id, key, work) => {
      const before = last.get(id);
      if (before?.key === key) return before.result;
      if (this.#underWay.has(id)) return undefined;
      const stop = new AbortController();
      const result = work(stop.signal);
      last.set(id, { key, result });
      const end = () => void this.#underWay.delete(id);
      this.#underWay.set(id, { stop, ended: result.then(end, end) });
      return result;
    };
  }

  isBusy(id: WorkspaceId): boolean {
    return this.#underWay.has(id);
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
