import { randomUUID } from 'node:crypto';
import { isExternal } from '../agents/external/agent-names.ts';
import type { WorkspaceId } from '../../shared/ids.ts';
import type { LoginShell } from '../commands/login-environment.ts';
import type { Trust } from '../trust/folder-trusts.ts';
import type { Workspaces } from '../workspaces/workspaces.ts';
import { GitActs } from '../worktrees/bring-back/git-acts.ts';
import type { PersonGit } from '../worktrees/person-git.ts';
import { Worktrees } from '../worktrees/worktrees.ts';
import type { Platform } from './platform.ts';

export type WorktreesWiring = {
  workspaces: () => Workspaces;
  /** Stores all text that was said so far. */
  flush: () => void;
  login: LoginShell;
  trust: Trust;
  /** Called once a chat works in another folder. */
  folderMoved: (id: WorkspaceId) => Promise<void>;
};

/** Returns what makes and removes worktrees; loaded when git is first needed. */
export function loadWorktrees(
  { options, stores, clock, report }: Platform,
  { workspaces, login, trust, folderMoved }: WorktreesWiring,
): Worktrees {
  const { worktrees: store, settings } = stores;
  return new Worktrees({
    store,
    workspaces: workspaces(),
    dataDir: options.dataDir,
    environment: () => login.environment(),
    isTrusted: (folder) => trust.isTrusted(folder),
    branchPrefix: () => settings.read().branchPrefix,
    setupLines: () => settings.read().setupLines,
    async onMoved(id) {
      await folderMoved(id);
      const { folder, agent } = workspaces().row(id);
      trust.look(folder, isExternal(agent) ? agent : null);
    },
    newId: randomUUID,
    now: clock.now,
    report,
  });
}

/** Returns what stores what git does in worktrees for the person. */
export function loadGitActs(
  { stores, clock, report }: Platform,
  trust: Trust,
  openGit: () => Promise<PersonGit>,
): GitActs {
  return new GitActs({
    store: stores.gitActs,
    openGit,
    isTrusted: (folder) => trust.isTrusted(folder),
    newId: randomUUID,
    now: clock.now,
    report,
  });
}
