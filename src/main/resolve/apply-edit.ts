import type { StagedFile } from '../storage/action-store.ts';
import { removeDurably, writeAtomically } from './edits/atomic-write.ts';
import { currentText } from './edits/current-text.ts';
import { editablePlace } from './edits/editable-place.ts';
import { ToolError } from './tool-error.ts';

export type EditToApply = {
  folder: string;
  files: readonly StagedFile[];
  /** Whether an earlier try was cut off in the middle, so that some files may be written already. */
  begun: boolean;
};

type Write = StagedFile & { target: string };

/**
 * Writes all files of a preview, or none. The preview itself is the journal: it is stored as being
 * carried out before this begins, so that a try that was cut off is brought to its end here.
 * Throws a ToolError when a file is not as it was shown; nothing is changed then.
 */
export async function applyEdit({ folder, files, begun }: EditToApply): Promise<void> {
  const writes = await Promise.all(files.map((file) => locateWrite(folder, file)));
  const states = await Promise.all(writes.map(stateOf));
  const stale = writes.find(
    (_, index) => !(states[index] === 'before' || (begun && states[index] === 'after')),
  );
  if (stale !== undefined) {
    if (begun) await putBack(writes.filter((_, index) => states[index] === 'after'));
    throw new ToolError(`${stale.path} changed since this preview. Nothing was written.`);
  }
  const written: Write[] = [];
  try {
    for (const [index, write] of writes.entries()) {
      if (states[index] === 'before') await put(write.target, write.after);
      written.push(write);
    }
  } catch (error) {
    await putBack(written);
    throw error;
  }
}

/** Puts every file back as it was, or none. Throws a ToolError where one is no longer what was written. */
export async function undoEdit({ folder, files }: Pick<EditToApply, 'folder' | 'files'>): Promise<void> {
  const back = files.map(({ path, before, after }) => ({ path, before: after, after: before }));
  await applyEdit({ folder, files: back, begun: false });
}

async function locateWrite(folder: string, file: StagedFile): Promise<Write> {
  const { path, shown } = await editablePlace(folder, file.path, new AbortController().signal);
  if (shown !== file.path)
    throw new ToolError(`${file.path} changed since this preview. Nothing was written.`);
  return { ...file, target: path };
}

async function stateOf({ target, path, before, after }: Write): Promise<'before' | 'after' | 'other'> {
  const text = await currentText(target, path).catch((error: unknown) => {
    if (error instanceof ToolError) return undefined;
    throw error;
  });
  if (text === before) return 'before';
  return text === after ? 'after' : 'other';
}

async function put(target: string, text: string | null): Promise<void> {
  if (text === null) await removeDurably(target);
  else await writeAtomically(target, text);
}

async function putBack(writes: readonly Write[]): Promise<void> {
  for (const { target, before } of writes) await put(target, before);
}
