import { join } from 'node:path';
import { rootOf, shownName } from './workspace-path.ts';
import type { StagedFile } from '../storage/action-store.ts';
import type { KnownFolder } from './folder-handle.ts';
import { contentNow, type WritableFolder } from './file-content.ts';
import { editablePlace } from './editable-place.ts';
import { refuseReadOnly } from './read-only-file.ts';
import { commitFile, prepareFile } from './swap-file.ts';
import { clearPreparedFiles, removeEmptiedFolders, reversed, rollBack } from './roll-back.ts';
import { writeProblem } from './write-problem.ts';
import { ToolError } from './tool-error.ts';

export type EditToApply = {
  /** The workspace's folder. */
  folder: WritableFolder;
  files: readonly StagedFile[];
  /** True when an earlier try was cut off in the middle, so that some files may be written already. */
  begun: boolean;
  /** Rolls back what was written, and throws its reason, where it aborts before the last file. */
  signal?: AbortSignal | undefined;
};

/** A file is not what it was when the change was shown. */
export class FileChanged extends ToolError {
  readonly path: string;

  constructor(path: string) {
    super(`${shownName(path)} changed since this preview. Nothing was written.`);
    this.path = path;
  }
}

/**
 * Brings every file from its state `before` into its state `after`, or none. The stored preview is the
 * journal: it is stored as being carried out before this begins, so that a try that was cut off comes to its
 * end here, forwards or, where that can't be any more, backwards. Throws a ToolError when a file is not as it
 * was shown, and an Error in plain words when the disk fails.
 */
export async function applyEdit({ folder, files, begun, signal }: EditToApply): Promise<void> {
  const root = await usableRoot(folder);
  const written: StagedFile[] = [];
  try {
    if (begun) await clearPreparedFiles(root, files);
    const due = await stillToWrite(folder, root, files, begun);
    for (const file of due) await inTime(prepareFile, root, file, signal);
    for (const file of due) {
      await inTime(commitFile, root, file, signal);
      written.push(file);
    }
  } catch (error) {
    await clearPreparedFiles(root, files);
    const stuck = await rollBack(root, begun ? files : written, written);
    await removeEmptiedFolders(root, files.map(reversed));
    throw stuck.length === 0 ? error : new ToolError(halfWritten(error, stuck));
  }
  await removeEmptiedFolders(root, files);
}

/** Restores every file as it was before, or none; throws as applying does. */
export async function undoEdit({ folder, files, begun }: EditToApply): Promise<void> {
  await applyEdit({ folder, files: files.map(reversed), begun });
}

/** The real folder, which is held to be the chat's own until the last step. */
async function usableRoot(folder: WritableFolder): Promise<WritableFolder> {
  const opened = await rootOf(folder);
  if (!opened.ok) throw new ToolError(opened.error);
  return { ...folder, path: opened.root };
}

/**
 * The files that are in their state `before` and are to leave it; of the others, some were written by the
 * try that was cut off, and some were changed and changed back in one step.
 */
async function stillToWrite(
  folder: KnownFolder,
  root: WritableFolder,
  files: readonly StagedFile[],
  begun: boolean,
): Promise<StagedFile[]> {
  const texts = await Promise.all(files.map((file) => textNow(folder, file)));
  const due = files.filter(({ path, before, after }, index) => {
    if (texts[index] === before) return before !== after;
    if (begun && texts[index] === after) return false;
    throw new FileChanged(path);
  });
  const replaced = due.filter(({ before }) => before !== null);
  await Promise.all(replaced.map(({ path }) => refuseReadOnly(join(root.path, path), path)));
  return due;
}

/** Returns the first file of a staged change that is not as it was when that was shown. */
export async function changedFile(
  folder: KnownFolder,
  files: readonly StagedFile[],
): Promise<FileChanged | undefined> {
  for (const file of files) {
    const text = await textNow(folder, file).catch((error: unknown) => {
      if (error instanceof ToolError) return undefined;
      throw error;
    });
    if (text !== file.before) return new FileChanged(file.path);
  }
  return undefined;
}

async function textNow(folder: KnownFolder, file: StagedFile): Promise<string | null | undefined> {
  const { path } = file;
  const place = await editablePlace(folder, path, new AbortController().signal);
  if (place.shown !== path) throw new FileChanged(path);
  return contentNow(place.path, file).catch(inPlainWords(path));
}

/**
 * Runs one step with one file. Throws where the file is another by now, the disk fails, or it is too late.
 */
async function inTime(
  step: typeof commitFile,
  root: WritableFolder,
  file: StagedFile,
  signal: AbortSignal | undefined,
): Promise<void> {
  signal?.throwIfAborted();
  const isDone = await step(root, file).catch(inPlainWords(file.path));
  if (!isDone) throw new FileChanged(file.path);
}

/** Returns a function that throws a failure of the disk with an explanation for the model and the person. */
function inPlainWords(path: string): (error: unknown) => never {
  return (error) => {
    throw new Error(`${writeProblem(path, error)} Nothing was changed.`, { cause: error });
  };
}

function halfWritten(error: unknown, stuck: readonly string[]): string {
  const [what = ''] = error instanceof Error ? error.message.split(/(?<=\.)\s/) : [];
  return `${what} Written before that, and not put back: ${stuck.join(', ')}.`;
}
