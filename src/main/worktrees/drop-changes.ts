import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, posix } from 'node:path';
import type { ChatChange, Drop, DropEnd } from '../../shared/contract/chat-changes.ts';
import type { WorkspaceId } from '../../shared/ids.ts';
import { outcomeOf } from '../../shared/previews/preview-state.ts';
import type { Hunk } from '../../shared/previews/preview.ts';
import { withoutHunk } from '../../shared/previews/without-hunk.ts';
import { errorCode } from '../../shared/thrown-error.ts';
import type { FolderTrust } from '../../shared/trust/folder-trust.ts';
import type { ChatFolder } from '../folder/chat-folder.ts';
import { writeProblem } from '../folder/apply-edit.ts';
import { contentNow, ToolError } from '../folder/file-content.ts';
import { fileDiff } from '../folder/file-diff.ts';
import { identityOf } from '../folder/folder-handle.ts';
import { GitFailed } from '../folder/quiet-git.ts';
import type { WorkspacePath } from '../folder/workspace-path.ts';
import { foldersAbove, writableFile } from '../folder/writable-file.ts';
import { openApart, type OpenApartDeps } from '../previews/open-apart.ts';
import type { PreviewDecisions } from '../previews/preview-decisions.ts';
import type { StagedFile } from '../storage/action-store.ts';
import { checkedOut } from './bring-back/checked-out.ts';
import { asItIs, marksOf } from './bring-back/into-folder.ts';
import { changesSince } from './changes-since.ts';
import { createKeyedMutex } from './keyed-mutex.ts';
import { folderIn } from './repository.ts';
import type { OpenWorktree } from './worktrees.ts';

type DropChangesDeps = OpenApartDeps & {
  /** Returns the worktree of a chat; undefined where there is none, or it can't be read. */
  worktreeOf: (id: WorkspaceId) => Promise<OpenWorktree | undefined>;
  folderOf: (id: WorkspaceId) => ChatFolder;
  trustOf: (folder: string) => Promise<FolderTrust>;
  /** Keeps contents of files of a folder, to be written later. */
  keep: (root: string, paths: readonly string[]) => Promise<unknown>;
  decisions: Pick<PreviewDecisions, 'carryOutApart'>;
};

type Dropped = { ok: true; end: DropEnd } | { ok: false; problem: string };

/** Nothing is put back, for this reason. */
class NotDropped extends Error {}

const toolName = 'drop_changes';

/** Puts back what chats have changed in their worktrees, a file or a change of it at a time. */
export class DropChanges {
  readonly #deps: DropChangesDeps;
  readonly #chats = createKeyedMutex();

  constructor(deps: DropChangesDeps) {
    this.#deps = deps;
  }

  /** Drops exactly what was shown; what has changed since is left as it is. Those of a chat go one after another. */
  drop(id: WorkspaceId, drop: Drop): Promise<Dropped> {
    return this.#chats.run(id, () => this.#drop(id, drop));
  }

  async #drop(id: WorkspaceId, drop: Drop): Promise<Dropped> {
    const { worktreeOf, folderOf, trustOf } = this.#deps;
    const worktree = await worktreeOf(id);
    if (worktree === undefined)
      return { ok: false, problem: 'The worktree is not there, or belongs to no repository any more.' };
    const { tree, place } = worktree;
    const path = folderIn(tree.root, place);
    const folder = { ...folderOf(id), path, identity: identityOf(path) ?? null };
    const filters = (await trustOf(place.origin)).state === 'trusted';
    try {
      const file = await this.#stage({ ...worktree, folder, filters }, drop);
      return file === undefined
        ? { ok: true, end: { type: 'changed' } }
        : await this.#apply(id, { drop, file, folder });
    } catch (error) {
      if (error instanceof NotDropped || error instanceof ToolError)
        return { ok: false, problem: error.message };
      if (error instanceof GitFailed)
        return { ok: false, problem: `Git could not read what it was before. ${error.message}` };
      if (errorCode(error) === undefined) throw error;
      return { ok: false, problem: `${writeProblem(drop.path, error)} Nothing was changed.` };
    }
  }

  /** Returns the change that puts a file back, or a part of it; undefined where it is not as it was shown. */
  async #stage(of: OpenIn, drop: Drop): Promise<StagedFile | undefined> {
    const { git, tree, place, folder } = of;
    const head = await git.commitAt(tree, 'HEAD');
    if (drop.base !== place.base && drop.base !== head) return undefined;
    const inFolder = posix.relative(place.below, drop.path);
    if (inFolder.startsWith('../'))
      throw new NotDropped(`${drop.path} lies outside of the chat’s folder, so it can’t be dropped here.`);
    const target = await writableFile(folder, inFolder);
    if (target.shown !== inFolder)
      throw new NotDropped(`${drop.path} is another file there: by a link, or in other letters.`);
    const into = await mkdtemp(join(tmpdir(), 'parley-drop-'));
    try {
      const looked = () => changesSince(git, tree, drop.base, drop.path);
      const shown = (await looked()).files.find(({ path }) => path === drop.path);
      if (shown === undefined || shown.fingerprint !== drop.fingerprint) return undefined;
      const was = await asItWas(of, shown, { drop, into });
      const file = await this.#change(target, { shown, was, drop });
      if (file.before === file.after)
        throw new NotDropped(`Git would write ${drop.path} just as it is, so there is nothing to drop.`);
      // What was read to be replaced is what was looked at.
      const again = (await looked()).files.find(({ path }) => path === drop.path);
      return again?.fingerprint === drop.fingerprint ? file : undefined;
    } finally {
      await rm(into, { recursive: true, force: true });
    }
  }

  async #change(
    target: WorkspacePath,
    { shown, was, drop }: { shown: ChatChange; was: string | null; drop: Drop },
  ): Promise<StagedFile> {
    if (drop.change !== null && shown.change !== 'changed') throw new NotDropped(notAlone);
    const read = (file: string | null, blobs: boolean) =>
      file === null ? null : contentNow(file, { path: target.shown, ...(blobs && { blobs }) });
    const [before, after] = await Promise.all([read(target.path, false), read(was, false)]);
    if (before !== undefined && after !== undefined) {
      const text = drop.change === null ? after : partOf({ before, after }, shown.hunks[drop.change]);
      return { ...(await fileNow(target, before, was)), after: text };
    }
    if (drop.change !== null) throw new NotDropped(notAlone);
    const [is, becomes] = await Promise.all([read(target.path, true), read(was, true)]);
    if (is === undefined)
      throw new NotDropped(
        `Something else is where ${drop.path} was, so it can’t be put back. Drop that first.`,
      );
    if (becomes === undefined)
      throw new NotDropped(`${drop.path} was over 50 MB, so it can’t be put back here.`);
    if (is !== null) await this.#deps.keep(target.root, [target.shown]);
    if (was !== null) await this.#deps.keep(dirname(was), [basename(was)]);
    return { ...(await fileNow(target, is, was)), before: is, after: becomes, blobs: true };
  }

  /** Shows the change in the chat, decided already, and writes it. */
  async #apply(
    id: WorkspaceId,
    { drop, file, folder }: { drop: Drop; file: StagedFile; folder: ChatFolder },
  ): Promise<Dropped> {
    const { queue, decisions } = this.#deps;
    const what = drop.change === null ? ('file' as const) : ('change' as const);
    const staged = {
      label: what === 'file' ? `Drop ${file.path}` : `Drop a change of ${file.path}`,
      sourceToolName: toolName,
      preview: { type: 'edit' as const, files: [fileDiff(file)], putBack: { commit: drop.base, what } },
      content: {
        type: 'edit' as const,
        files: [file],
        folder: { path: folder.path, identity: folder.identity },
      },
    };
    const { shown } = openApart(this.#deps, id, staged, { type: 'apply' });
    await decisions.carryOutApart(id, shown.id);
    const state = queue.find(id, shown.id)?.shown.state;
    if (state !== undefined && outcomeOf(state)?.type === 'applied')
      return { ok: true, end: { type: 'dropped', actionId: shown.id } };
    const failure = state?.type === 'open' ? state.failure : null;
    // Without one, the file has changed in this moment, and the card in the chat shows it anew.
    return failure === null ? { ok: true, end: { type: 'changed' } } : { ok: false, problem: failure.text };
  }
}

type OpenIn = OpenWorktree & {
  folder: ChatFolder;
  /** True where filters of the folder may run. */
  filters: boolean;
};

/** Returns what writing and undoing need of a file as it is now. */
async function fileNow(target: WorkspacePath, now: string | null, was: string | null): Promise<StagedFile> {
  const file = { ...(await asItIs(target, now, was)), ...marksOf(target) };
  // Git has no empty folders.
  return was === null ? { ...file, folders: foldersAbove(target.shown) } : file;
}

/** Writes a file into a folder as a checkout of the commit would have it; null where the commit has none. */
async function asItWas(
  { git, tree, filters }: OpenIn,
  { change }: ChatChange,
  { drop: { base: commit, path }, into }: { drop: Drop; into: string },
): Promise<string | null> {
  if (change === 'created') return null;
  return join(await checkedOut(git, tree, { commit, paths: [path], into, filters }), path);
}

const notAlone = 'This change can’t be dropped by itself. Drop the whole file.';

function partOf(
  { before, after }: { before: string | null; after: string | null },
  hunk: Hunk | undefined,
): string {
  const text = hunk === undefined ? null : withoutHunk({ before: after ?? '', now: before ?? '' }, hunk);
  if (text === null) throw new NotDropped(notAlone);
  return text;
}
