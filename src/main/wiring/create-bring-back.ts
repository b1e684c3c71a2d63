import { randomUUID } from 'node:crypto';
import type { WorkspaceId } from '../../shared/ids.ts';
import type { SnapshotGit } from '../changes/snapshot-git.ts';
import type { ResolveQueue } from '../previews/resolve-queue.ts';
import type { PreviewDecisions } from '../previews/preview-decisions.ts';
import type { BringBack } from '../worktrees/bring-back/bring-back.ts';
import type { DropChanges } from '../worktrees/drop-changes.ts';
import type { ChatServices } from './create-chat-services.ts';
import type { Platform } from './platform.ts';

type BringBackWiring = {
  queue: ResolveQueue;
  decisions: PreviewDecisions;
  /** Loads what keeps contents of files. */
  changes: { load(): Promise<{ git: SnapshotGit }> };
};

/** What brings back the changes of worktrees, and what drops them. */
export interface BringBackServices {
  load(): Promise<BringBack>;
  loadDrops(): Promise<DropChanges>;
}

/** Returns what loads these services. */
export function createBringBack(
  { stores, clock }: Platform,
  { worktrees, workspaces, trust, log }: ChatServices,
  { queue, decisions, changes }: BringBackWiring,
): BringBackServices {
  const deps = {
    worktreeOf: (id: WorkspaceId) => worktrees.open(id),
    folderOf: (id: WorkspaceId) => workspaces.folder(id),
    trustOf: (folder: string) => trust.of(folder),
    queue,
    actions: stores.actions,
    log,
    async keep(root: string, paths: readonly string[]) {
      const { git } = await changes.load();
      await git.isReady();
      await git.keep(root, paths);
    },
    newId: randomUUID,
    now: clock.now,
  };
  let loaded: Promise<BringBack> | undefined;
  let drops: Promise<DropChanges> | undefined;
  const load = () =>
    (loaded ??= import('../worktrees/bring-back/bring-back.ts').then(
      async ({ BringBack: Loaded }) => new Loaded({ ...deps, acts: await worktrees.acts() }),
    ));
  const loadDrops = () =>
    (drops ??= import('../worktrees/drop-changes.ts').then(
      ({ DropChanges: Loaded }) => new Loaded({ ...deps, decisions }),
    ));
  return { load, loadDrops };
}
