import type { ActionId, WorkspaceId } from '../../../shared/ids.ts';
import type { PlanFiles } from './plan-files.ts';
import type { ResolveQueue } from '../resolve-queue.ts';
import { isStoredPlan } from '../../storage/action-store.ts';

/** A plan as it is kept: the text of its file, and where that lies. */
type KeptPlan = { title: string; plan: string; path: string };

/** The plans of every chat, to be read again. */
export class KeptPlans {
  readonly #queue: ResolveQueue;
  readonly #files: PlanFiles;

  constructor(queue: ResolveQueue, files: PlanFiles) {
    this.#queue = queue;
    this.#files = files;
  }

  /**
   * A plan of a chat, or its newest; what its card shows where a later plan has its file, or nobody
   * has. Undefined where there is none.
   */
  read(workspaceId: WorkspaceId, id?: ActionId): KeptPlan | undefined {
    const plans = this.#queue.all(workspaceId).filter(isStoredPlan);
    const found = id === undefined ? plans.at(-1) : plans.find(({ shown }) => shown.id === id);
    if (found === undefined) return undefined;
    const { title, plan, file } = found.shown.preview;
    const owner = plans.findLast(({ shown }) => shown.preview.file === file);
    const kept = owner === found ? this.#files.read(workspaceId, file) : undefined;
    return { title, plan: kept ?? plan, path: this.#files.pathOf(workspaceId, file) };
  }

  /** Deletes the files of a chat that is gone. */
  forget(workspaceId: WorkspaceId): void {
    this.#files.forget(workspaceId);
  }
}
