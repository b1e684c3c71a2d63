import type { ChatFolder } from '../../folder/chat-folder.ts';
import { fileAsItIs, writableFile } from '../../folder/writable-file.ts';
import { contentNow, refuseTooLarge, ToolError } from '../../folder/file-content.ts';
import { type MergedText, withConflicts } from '../../folder/conflicts.ts';
import type { StagedFile, StoredEdit } from '../../storage/action-store.ts';
import { withContent } from './user-changes.ts';

/**
 * Merges a preview with its files as they are now: what was added to a file stays, and where both changed the same
 * lines the person has to choose. Undefined where no file has changed, or one is no longer a text of this folder.
 */
export async function mergedEdit(action: StoredEdit, folder: ChatFolder): Promise<StoredEdit | undefined> {
  const files: StagedFile[] = [];
  try {
    for (const file of action.content.files) files.push(await ontoFileNow(folder, file));
  } catch (error) {
    if (error instanceof ToolError) return undefined;
    throw error;
  }
  const isAnother = files.some((file, at) => file !== action.content.files[at]);
  return isAnother ? withContent(action, { ...action.content, files }) : undefined;
}

/** Returns a file as the change was made for it, before any merge. */
export function asStaged({ meanwhile: _, conflicts: __, staged, ...file }: StagedFile): StagedFile {
  return { ...file, ...staged };
}

/** Returns a file of a change put onto it as it is now; throws a ToolError where it can't be merged with. */
export async function ontoFileNow(folder: ChatFolder, file: StagedFile): Promise<StagedFile> {
  const { path } = file;
  const place = await writableFile(folder, path);
  const now = place.shown === path ? await contentNow(place.path, file) : undefined;
  if (now === undefined) throw new ToolError(`${path} is no text file of this folder any more.`);
  if (now === file.before) return file;
  if (file.blobs) throw new ToolError(`${path} is no text, so it can't be merged.`);
  const merged = await ontoText(file, now);
  for (const text of [merged.after, ...(merged.conflicts ?? []).map(({ theirs }) => theirs.join(''))])
    if (text !== null) refuseTooLarge(text, path);
  const { mode: _, folders: __, ...rest } = file;
  return { ...rest, ...(await fileAsItIs(place, now)), ...merged };
}

type Onto = Pick<StagedFile, 'after' | 'proposed' | 'meanwhile' | 'conflicts' | 'staged'>;

/** Merges a change, as it was made, with another text of its file; null where there is no file. */
async function ontoText(file: StagedFile, now: string | null): Promise<Onto> {
  const { before, after, proposed } = file.staged ?? file;
  if (now === before)
    return { after, proposed, meanwhile: undefined, conflicts: undefined, staged: undefined };
  const common = {
    proposed,
    meanwhile: before === null ? 'created' : now === null ? 'deleted' : 'changed',
    conflicts: undefined,
    staged: { before, after, ...(proposed !== undefined && { proposed }) },
  } as const;
  if (now === null || after === null) return { ...common, after };
  const { mergeTexts } = await import('../../folder/merge-text.ts');
  const { text, conflicts } = mergeTexts(before ?? '', now, after);
  return {
    ...common,
    after: text,
    ...(proposed !== undefined && { proposed: withTheirs(mergeTexts(before ?? '', now, proposed)) }),
    ...(conflicts.length > 0 && { conflicts }),
  };
}

/** A merged text with the lines of the change wherever both sides changed the same. */
function withTheirs(merged: MergedText): string {
  return withConflicts(merged, ({ theirs }) => theirs);
}
