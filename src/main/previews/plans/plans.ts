import type { ActionId, WorkspaceId } from '../../../shared/ids.ts';
import { asFieldText } from '../../../shared/previews/text-diff.ts';
import type { FileDiff, PlanChoice } from '../../../shared/previews/preview.ts';
import { outcomeOf } from '../../../shared/previews/preview-state.ts';
import { inOneLine, planFileName } from '../../../shared/previews/plan-text.ts';
import { messageOf } from '../../../shared/thrown-error.ts';
import { isStoredPlan, type StoredAction, type StoredPlan } from '../../storage/action-store.ts';
import type { PlanFiles } from './plan-files.ts';
import { fileDiff } from '../../folder/file-diff.ts';
import type { Origin } from '../staged-action.ts';
import type { ResolveQueue } from '../resolve-queue.ts';

/** What came of proposing a plan; `text` is for the model. */
export type StagedPlan =
  | { ok: true; action: StoredAction; superseded: StoredPlan[] }
  | { ok: false; text: string };

export type NewPlan = {
  title: string;
  plan: string;
  sourceToolName: string;
  choices?: readonly [PlanChoice, ...PlanChoice[]];
  edits?: 'next-message';
};

/** A plan as its file has it; `path` is that of the file. */
type KeptPlan = { title: string; plan: string; path: string };

/** The plans of chats: each is kept in a file, then staged as a preview. A newer one takes the place of those before it. */
export class Plans {
  readonly #queue: ResolveQueue;
  readonly #files: PlanFiles;

  constructor(queue: ResolveQueue, files: PlanFiles) {
    this.#queue = queue;
    this.#files = files;
  }

  /** The plans of a chat that nobody has decided about yet, and those whose decision is still to be carried out. */
  pending(workspaceId: WorkspaceId): StoredPlan[] {
    return this.#queue.pending(workspaceId).filter(isStoredPlan);
  }

  /** Stages a plan once, however often the same call is made. */
  stage(
    origin: Origin,
    { title: given, plan: written, sourceToolName, choices, edits }: NewPlan,
  ): StagedPlan {
    const { workspaceId, toolCallId } = origin;
    const known = this.#queue.stagedBy(workspaceId, toolCallId);
    if (known !== undefined) return { ok: true, action: known, superseded: [] };
    const [title, plan] = [inOneLine(given), asFieldText(written)];
    const file = planFileName(title);
    if (file === undefined) return { ok: false, text: unnameable(given) };
    if (plan.trim() === '') return { ok: false, text: 'The plan is empty. Give the whole plan in Markdown.' };
    const older = this.pending(workspaceId);
    const decided = older.find(({ shown }) => shown.state.type !== 'open');
    if (decided !== undefined) return { ok: false, text: decidedBefore(decided) };
    const revision = this.#revision(workspaceId, file, plan);
    try {
      this.#files.write(workspaceId, file, plan);
    } catch (error) {
      return { ok: false, text: `The plan could not be kept: ${messageOf(error)}. Tell the person.` };
    }
    this.#supersedeOlder(workspaceId);
    const action = this.#queue.queueResolveHandler(origin, {
      label: title,
      sourceToolName,
      preview: {
        type: 'plan',
        title,
        plan,
        file,
        revision,
        ...(choices && { choices: [...choices] }),
        ...(edits && { edits }),
      },
      content: { type: 'plan' },
    });
    return { ok: true, action, superseded: older };
  }

  /**
   * Returns a plan of a chat, or its newest: the text of its file, or what its card shows where a later plan has that
   * file or it is gone. Undefined where there is no such plan.
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

  /** Deletes the files of a chat that was deleted. */
  forget(workspaceId: WorkspaceId): void {
    this.#files.forget(workspaceId);
  }

  /** Returns the diff to the previous version, where this one is a revision and not the same again. */
  #revision(workspaceId: WorkspaceId, file: string, plan: string): FileDiff | null {
    const before = this.#queue.all(workspaceId).findLast(isStoredPlan);
    const type = before && outcomeOf(before.shown.state)?.type;
    if (before === undefined || type === 'applied' || type === 'discarded') return null;
    const { plan: old } = before.shown.preview;
    return old === plan ? null : fileDiff({ path: file, before: old, after: plan });
  }

  #supersedeOlder(workspaceId: WorkspaceId): void {
    for (const action of this.#queue.all(workspaceId).filter(isStoredPlan)) {
      const outcome = outcomeOf(action.shown.state);
      const isRefined = outcome?.type === 'refined' && !outcome.superseded;
      if (outcome === null || isRefined) this.#queue.supersede(action);
    }
  }
}

function unnameable(title: string): string {
  return `No file can be named after the title “${inOneLine(title)}”: it has no letters and no digits. Give another title.`;
}

function decidedBefore({ shown }: StoredPlan): string {
  return `The person has decided about the plan “${shown.label}” meanwhile. Call resolve to learn how, and go on from there.`;
}
