import { everyProtection, protectionsOf } from '../../../shared/files/protected-files.ts';
import type { WorkspaceId } from '../../../shared/ids.ts';
import { outcomeOf } from '../../../shared/previews/preview-state.ts';
import { fileAsItIs } from '../../folder/writable-file.ts';
import { type WorkspacePath, shownName } from '../../folder/workspace-path.ts';
import {
  isStoredEdit,
  type StagedFile,
  type StoredAction,
  type StoredEdit,
} from '../../storage/action-store.ts';
import type { NewPreview, Origin } from '../staged-action.ts';
import type { ResolveQueue } from '../resolve-queue.ts';
import { fileDiff } from '../../folder/file-diff.ts';
import { asStaged } from './merge-edits.ts';
import { createMutex, type Mutex } from '../../mutex.ts';

/** Stages changes of files as previews; the calls of one step share one. */
export class StageEdits {
  readonly #queue: ResolveQueue;
  readonly #mutexes = new Map<WorkspaceId, Mutex>();

  constructor(queue: ResolveQueue) {
    this.#queue = queue;
  }

  /** Runs the work of one call at a time in a chat. */
  exclusively<Result>(workspaceId: WorkspaceId, work: () => Promise<Result>): Promise<Result> {
    const mutex = this.#mutexes.get(workspaceId) ?? createMutex();
    this.#mutexes.set(workspaceId, mutex);
    return mutex(work);
  }

  /** The preview a call was put into before a restart. */
  stagedBy({ workspaceId, toolCallId }: Origin): StoredAction | undefined {
    return this.#queue.stagedBy(workspaceId, toolCallId);
  }

  /** Returns a file as the calls of the same step have left it so far, whatever it is on the disk by now. */
  fileInStep(origin: Origin, path: string): StagedFile | undefined {
    const file = this.#ofStep(origin)?.content.files.find((other) => other.path === path);
    return file && asStaged(file);
  }

  /**
   * Stages the files of a call; `before` is each as it is on the disk. Older previews of the same files are superseded.
   * `label` is that of a preview with these files alone. Returns the preview, and those that were superseded.
   */
  stage(
    origin: Origin,
    sourceToolName: string,
    changes: readonly StagedFile[],
    label?: string,
  ): { action: StoredAction; superseded: StoredAction[] } {
    const { workspaceId, toolCallId } = origin;
    const joined = this.#ofStep(origin);
    const superseded = this.#queue
      .pending(workspaceId)
      .filter(isStoredEdit)
      .filter(({ shown }) => shown.id !== joined?.shown.id && shown.state.type !== 'carrying-out')
      .filter((action) => touches(action, changes));
    const sentBack = this.#queue.all(workspaceId).filter(isStoredEdit).filter(isSentBack);
    for (const action of [...superseded, ...sentBack.filter((other) => touches(other, changes))])
      this.#queue.supersede(action);
    const kept = (joined?.content.files ?? []).filter(({ path }) => !isAmong(changes, path));
    const files = [...kept, ...changes];
    const preview = editPreview(sourceToolName, files, (joined ? undefined : label) ?? labelOf(files));
    const action = joined
      ? this.#queue.join(joined, toolCallId, preview)
      : this.#queue.queueResolveHandler(origin, preview);
    return { action, superseded };
  }

  /** The preview of the same step, as long as nobody has begun to decide about it. */
  #ofStep({ workspaceId, messageId, step }: Origin): StoredEdit | undefined {
    return this.#queue
      .pending(workspaceId)
      .filter(isStoredEdit)
      .find((action) => {
        const { state } = action.shown;
        const isFree = state.type === 'open' && state.request === null;
        return isFree && action.messageId === messageId && action.progress.step === step;
      });
  }
}

/** True for a preview that the person sent back, and whose files were not staged again since. */
function isSentBack({ shown }: StoredEdit): boolean {
  const outcome = outcomeOf(shown.state);
  return outcome?.type === 'refined' && !outcome.superseded;
}

function touches({ content }: StoredEdit, changes: readonly StagedFile[]): boolean {
  return content.files.some(({ path }) => isAmong(changes, path));
}

function isAmong(changes: readonly StagedFile[], path: string): boolean {
  return changes.some((change) => change.path === path);
}

function editPreview(sourceToolName: string, files: StagedFile[], label: string): NewPreview {
  const diffs = files.map(fileDiff);
  return {
    label,
    sourceToolName,
    preview: { type: 'edit', files: diffs },
    content: { type: 'edit', files },
  };
}

const verbs = { created: 'Create', changed: 'Edit', deleted: 'Delete' } as const;

/** `Edit src/a.ts`, or `Change 3 files`. */
function labelOf(files: readonly StagedFile[]): string {
  const [first, ...more] = files;
  if (first === undefined || more.length > 0) return `Change ${files.length} files`;
  const change = first.before === null ? 'created' : first.after === null ? 'deleted' : 'changed';
  return `${verbs[change]} ${shownName(first.path)}`;
}

/** A file as it is on the disk, as the calls of the same step left it, and as it is to be. */
type Version = {
  onDisk: string | null;
  inStep: StagedFile | undefined;
  after: string | null;
  /** True when its content is kept from the model. */
  withheld: boolean;
};

/** Returns a file as it is staged, with what protects it and with what undoing needs. */
export async function stagedFile(
  place: WorkspacePath,
  { onDisk, inStep, after, withheld }: Version,
): Promise<StagedFile> {
  const before = inStep ?? (await fileAsItIs(place, onDisk));
  return { ...before, ...protection(place, withheld, inStep), after };
}

/**
 * Returns why a file is protected, by every name that it was staged under, and whether its content is kept from the
 * model.
 */
function protection({ shown, asked }: WorkspacePath, withheld: boolean, inStep: StagedFile | undefined) {
  const found = new Set([...protectionsOf(shown, asked), ...(inStep?.marks ?? [])]);
  const marks = everyProtection.filter((mark) => found.has(mark));
  return { ...(marks.length > 0 && { marks }), ...(withheld && { withheld: true as const }) };
}
