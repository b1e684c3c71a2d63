import type { SetupLine } from '../../shared/contract/settings.ts';
import type { WorkspaceId } from '../../shared/ids.ts';
import type { Environment } from '../commands/command-environment.ts';
import type { WorktreeStore } from '../storage/worktree-store.ts';
import type { Workspaces } from '../workspaces/workspaces.ts';

export type WorktreesDeps = {
  store: WorktreeStore;
  workspaces: Workspaces;
  dataDir: string;
  /** The environment of the person's login shell, without keys. */
  environment: () => Promise<Environment>;
  /** True where the hooks and filters of a folder may run. */
  isTrusted: (folder: string) => Promise<boolean>;
  /** What the branches of new worktrees begin with. */
  branchPrefix: () => string;
  /** What is to run in each new worktree, by folder. */
  setupLines: () => readonly SetupLine[];
  /** Called once a chat works in another folder. */
  onMoved: (id: WorkspaceId) => Promise<void>;
  newId: () => string;
  now: () => number;
  report: (error: unknown) => string;
};
