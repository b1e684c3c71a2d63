import { randomUUID } from 'node:crypto';
import type { SnapshotGit } from '../changes/snapshot-git.ts';
import type { ResolveQueue } from '../previews/resolve-queue.ts';
import type { BringBack } from '../worktrees/bring-back/bring-back.ts';
import type { ChatServices } from './create-chat-services.ts';
import type { Platform } from './platform.ts';

type BringBackWiring = {
  queue: ResolveQueue;
  /** Loads what keeps contents of files. */
  changes: { load(): Promise<{ git: SnapshotGit }> };
};

/** What brings back the changes of worktrees. */
export interface BringBackServices {
  /** Loads the service. */
  load(): Promise<BringBack>;
  /** As in `BringBack`. */
  close(): Promise<void>;
}

/** Returns what loads the service that brings back the changes of worktrees. */
export function createBringBack(
  { stores, clock }: Platform,
  { worktrees, workspaces, trust, log }: ChatServices,
  { queue, changes }: BringBackWiring,
): BringBackServices {
  let loaded: Promise<BringBack> | undefined;
  const load = () =>
    (loaded ??= import('../worktrees/bring-back/bring-back.ts').then(
      ({ BringBack: Loaded }) =>
        new Loaded({
          worktreeOf: (id) => worktrees.open(id),
          folderOf: (id) => workspaces.folder(id),
          trustOf: (folder) => trust.of(folder),
          queue,
          actions: stores.actions,
          log,
          async keep(root, paths) {
            const { git } = await changes.load();
            await git.isReady();
            await git.keep(root, paths);
          },
          newId: randomUUID,
          now: clock.now,
        }),
    ));
  return { load, close: async () => (await loaded)?.close() };
}
