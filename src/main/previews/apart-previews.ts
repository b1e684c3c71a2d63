import type { ActionId, WorkspaceId } from '../../shared/ids.ts';
import type { PutBack } from '../../shared/previews/preview.ts';
import { resolutionOf } from '../../shared/previews/resolution.ts';
import { shownName } from '../folder/workspace-path.ts';
import type { StoredAction } from '../storage/action-store.ts';
import type { SteeringStore } from '../storage/steering-store.ts';
import type { ResolveQueue } from './resolve-queue.ts';
import { isApart } from './staged-action.ts';
import type { Undos } from './undos.ts';

type ApartDeps = {
  queue: ResolveQueue;
  steering: SteeringStore;
  undos: Undos;
  report: (error: unknown) => void;
};

/** Carries out what is decided about previews that are not of the chat's agent: no turn of it takes part. */
export class ApartPreviews {
  readonly #deps: ApartDeps;

  constructor(deps: ApartDeps) {
    this.#deps = deps;
  }

  /** Carries out the decision about one, also after a failed attempt. False where the preview is the agent's. */
  async carryOut(workspaceId: WorkspaceId, id: ActionId): Promise<boolean> {
    const { queue, steering } = this.#deps;
    const action = queue.find(workspaceId, id);
    if (action === undefined || !isApart(action)) return false;
    const told = textFor(action);
    const { state } = action.shown;
    const resolution =
      state.type === 'carrying-out'
        ? state.resolution
        : state.type === 'decided'
          ? resolutionOf(state.decision)
          : undefined;
    if (resolution === undefined) return true;
    await queue.carryOut(action, resolution, {
      alsoStore: (settled) => {
        if (settled && resolution.action === 'apply' && told !== undefined)
          steering.add(workspaceId, told, id);
      },
    });
    return true;
  }

  /** Carries out what was decided, applied or undone when the process ended. */
  recover(): void {
    for (const action of this.#deps.queue.apart()) void this.#recover(action).catch(this.#deps.report);
  }

  async #recover({ workspaceId, shown: { id, state } }: StoredAction): Promise<void> {
    const { undos } = this.#deps;
    if (state.type !== 'ended') await this.carryOut(workspaceId, id);
    else if (state.undoing) await undos.undo(workspaceId, id);
    else if (state.redoing === true) await undos.redo(workspaceId, id);
  }
}

/** Returns what the chat's agent is told once it is applied; undefined where that is nothing. */
function textFor({ shown: { preview } }: StoredAction): string | undefined {
  if (preview.type !== 'edit' || preview.putBack === undefined) return undefined;
  return putBackText(preview.files, preview.putBack);
}

/** The text for an agent some of whose changes were put back. */
function putBackText(files: readonly { path: string }[], { commit, what }: PutBack): string {
  const names = files.map(({ path }) => shownName(path)).join(', ');
  const done =
    what === 'file'
      ? `The user put ${names} back to how commit ${commit.slice(0, 10)} has it.`
      : `The user put one of the changes in ${names} back to how commit ${commit.slice(0, 10)} has it; the others stay.`;
  return [
    '<system-reminder>',
    `${done} Don't make that change again unless asked to, and read the file before you change it.`,
    '</system-reminder>',
  ].join('\n');
}
