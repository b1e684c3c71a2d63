import { join } from 'node:path';
import { errorCode } from '../../shared/thrown-error.ts';
import { createMutex } from '../mutex.ts';
import type { StagedFile } from '../storage/action-store.ts';
import type { ChatFolder, WritableFolder } from './chat-folder.ts';
import { refuseReadOnly, writableFile } from './writable-file.ts';
import { contentNow, ToolError } from './file-content.ts';
import { clearPrepared, commitFile, isBefore, prepareFile, removeIfEmpty } from './swap-file.ts';
import { rootOf, shownName } from './workspace-path.ts';

/**
 * Writes the changes of all chats one after another, since two chats can be on one folder. Both ways end like
 * `applyEdit`: all files or none.
 */
export class EditWriter {
  readonly #mutex = createMutex();

  apply(edit: EditToApply): Promise<void> {
    return this.#mutex(() => applyEdit(edit));
  }

  undo(edit: EditToApply): Promise<void> {
    return this.#mutex(() => undoEdit(edit));
  }
}

type EditToApply = {
  /** The workspace's folder. */
  folder: WritableFolder;
  files: readonly StagedFile[];
  /** True when an earlier attempt was cut off, so that some files may be written already. */
  begun: boolean;
  /** If it aborts before the last file, what was written is rolled back and its reason is thrown. */
  signal?: AbortSignal | undefined;
};

/** A file is not as it was when the change was shown. */
export class FileChanged extends ToolError {
  readonly path: string;

  constructor(path: string) {
    super(`${shownName(path)} changed since this preview. Nothing was written.`);
    this.path = path;
  }
}

/**
 * The folder of an attempt that was cut off is not there, so the attempt is neither finished nor rolled back and
 * has to be resumed.
 */
export class StillCutOff extends ToolError {}

/**
 * Brings every file from its state `before` into its state `after`, or none. The stored preview is the journal:
 * it is stored as being carried out before this begins, so that an attempt that was cut off is finished here, or
 * rolled back where that is no longer possible. Throws a ToolError when a file is not as it was shown, a
 * StillCutOff when the folder of such an attempt is missing, and an Error in plain words when the disk fails.
 */
export async function applyEdit({ folder, files, begun, signal }: EditToApply): Promise<void> {
  const root = await usableRoot(folder, begun);
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

/** Restores every file as it was before, or none; throws like `applyEdit`. */
export async function undoEdit({ folder, files, begun }: EditToApply): Promise<void> {
  await applyEdit({ folder, files: files.map(reversed), begun });
}

/** Returns the real folder, checked to be the chat's own until the last step. */
async function usableRoot(folder: WritableFolder, begun: boolean): Promise<WritableFolder> {
  const opened = await rootOf(folder);
  if (!opened.ok) throw begun ? new StillCutOff(opened.error) : new ToolError(opened.error);
  return { ...folder, path: opened.root };
}

/**
 * Returns the files in their state `before` that must change. Others were written by the attempt that was cut
 * off, or return to their first state within one step.
 */
async function stillToWrite(
  folder: ChatFolder,
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

/** Returns the first file that is not as it was when the preview was shown. */
export async function changedFile(
  folder: ChatFolder,
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

async function textNow(folder: ChatFolder, file: StagedFile): Promise<string | null | undefined> {
  const { path } = file;
  const place = await writableFile(folder, path);
  if (place.shown !== path) throw new FileChanged(path);
  return contentNow(place.path, file).catch(inPlainWords(path));
}

/** Runs one step with one file. Throws where the file has changed, the disk fails, or the signal aborts. */
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

/** Returns a function that throws a disk failure with an explanation for the model and the person. */
function inPlainWords(path: string): (error: unknown) => never {
  return (error) => {
    throw new Error(`${writeProblem(path, error)} Nothing was changed.`, { cause: error });
  };
}

function halfWritten(error: unknown, stuck: readonly string[]): string {
  const [what = ''] = error instanceof Error ? error.message.split(/(?<=\.)\s/) : [];
  return `${what} Written before that, and not put back: ${stuck.join(', ')}.`;
}

/** Returns the files of an applied change that are no longer as written. */
export async function changedSinceWritten(
  folder: ChatFolder,
  files: readonly StagedFile[],
): Promise<string[]> {
  const still = await Promise.all(files.map((file) => isStillWritten(folder, file)));
  return files.filter((_, index) => !still[index]).map(({ path }) => path);
}

async function isStillWritten(folder: ChatFolder, file: StagedFile): Promise<boolean> {
  const { path, after } = file;
  try {
    const place = await writableFile(folder, path);
    return place.shown === path && (await contentNow(place.path, file)) === after;
  } catch (error) {
    if (error instanceof ToolError) return false;
    throw error;
  }
}

/** Returns the file with `before` and `after` swapped. */
export function reversed({ before, after, ...file }: StagedFile): StagedFile {
  return { ...file, before: after, after: before };
}

/**
 * Rolls back files in their state `after`, the last one first. Returns the names of those that were `written` and
 * could not be rolled back.
 */
async function rollBack(
  root: WritableFolder,
  files: readonly StagedFile[],
  written: readonly StagedFile[],
): Promise<string[]> {
  const stuck: string[] = [];
  for (const file of files.toReversed()) {
    const isBack = await restore(root, reversed(file));
    if (!isBack && written.includes(file)) stuck.push(shownName(file.path));
  }
  return stuck;
}

async function restore(root: WritableFolder, back: StagedFile): Promise<boolean> {
  try {
    if (back.before !== null && !(await isBefore(root, back))) return false;
    return (await prepareFile(root, back)) && (await commitFile(root, back));
  } catch {
    return false;
  } finally {
    await clearPreparedFiles(root, [back]);
  }
}

/** Removes folders that were made for files that are gone again. */
async function removeEmptiedFolders(root: WritableFolder, files: readonly StagedFile[]): Promise<void> {
  const folders = files.flatMap(({ after, folders: own = [] }) => (after === null ? own : []));
  const deepestFirst = [...new Set(folders)].toSorted((a, b) => b.length - a.length);
  for (const path of deepestFirst) await removeIfEmpty(root, path);
}

/** Removes prepared files, as far as possible. */
async function clearPreparedFiles(root: WritableFolder, files: readonly StagedFile[]): Promise<void> {
  for (const file of files) await clearPrepared(root, file).catch(() => {});
}

const reasons: ReadonlyMap<string, string> = new Map([
  ['ENOSPC', 'the disk is full'],
  ['EDQUOT', 'there is no room left for this user'],
  ['EACCES', 'the system does not allow it'],
  ['EPERM', 'the system does not allow it'],
  ['EROFS', 'the disk can only be read'],
  ['ENAMETOOLONG', 'its name is too long'],
  ['EMFILE', 'too many files are open'],
  ['ENFILE', 'too many files are open'],
  ['EIO', 'the disk failed'],
  ['EBUSY', 'another program holds it'],
]);

/** Returns a sentence for a model and a person about why a file could not be written. */
export function writeProblem(path: string, error: unknown): string {
  const code = errorCode(error) ?? 'an unknown failure';
  return `${shownName(path)} could not be written: ${reasons.get(code) ?? `the system says ${code}`}.`;
}

const problems: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'It is not there any more. list_files shows what is.'],
  ['ENOTDIR', 'That path goes through a file. list_files shows what is there.'],
  ['EACCES', 'The system does not allow reading it. Tell the person if you need it.'],
  ['EPERM', 'The system does not allow reading it. Tell the person if you need it.'],
  ['ELOOP', 'That path is a link that leads in a circle or was just changed.'],
  ['ENAMETOOLONG', 'That name is longer than the system allows.'],
  ['EIO', 'The disk could not be read. Try once more, then tell the person.'],
  ['EMFILE', 'Too many files are open just now. Try once more.'],
]);

/** Returns the meaning of a disk failure for a model; undefined for any other error. */
export function diskProblem(error: unknown): string | undefined {
  return problems.get(errorCode(error) ?? '');
}
