import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import type { WorkspaceId } from '../../../shared/ids.ts';
import type { GitAct, GitActOutcome } from '../../../shared/worktrees/git-act.ts';
import { createMutex } from '../../mutex.ts';
import type { GitActStore, StoredGitAct } from '../../storage/git-act-store.ts';
import type { PersonGit } from '../person-git.ts';
import { settledCommit } from './commit.ts';
import { GitRuns } from './git-runs.ts';
import { removeLeftBehind } from './left-behind.ts';
import { settledMerge } from './settled-merge.ts';

export type GitActsDeps = {
  store: GitActStore;
  openGit: () => Promise<PersonGit>;
  /** True where the hooks and filters of a folder may run. */
  isTrusted: (folder: string) => Promise<boolean>;
  newId: () => string;
  now: () => number;
  report: (error: unknown) => string;
};

type Acting<End> = Pick<StoredGitAct, 'workspaceId' | 'act' | 'place'> & {
  work: (begunAt: number) => Promise<End>;
  outcomeOf: (end: End) => GitActOutcome;
};

/**
 * What the person has git do with the branches of worktrees. Each act is stored before it begins, and what came of it goes to
 * the record of decisions; what the end of the process cut off is finished or taken back before the next one.
 */
export class GitActs {
  readonly runs = new GitRuns();
  readonly #deps: GitActsDeps;
  readonly #mutex = createMutex();
  readonly #underWay = new Set<string>();
  #isClosing = false;

  constructor(deps: GitActsDeps) {
    this.#deps = deps;
  }

  async run<End>({ workspaceId, act, place, work, outcomeOf }: Acting<End>): Promise<End> {
    const { store, newId, now } = this.#deps;
    const id = newId();
    const begunAt = now();
    const { root, gitDir } = place;
    store.begin({ id, workspaceId, act, place: { root, gitDir }, begunAt });
    this.#underWay.add(id);
    try {
      const end = await work(begunAt);
      store.settle(id, { outcome: outcomeOf(end), cutOff: false, at: now() });
      return end;
    } finally {
      // Where that threw, nobody knows what is there now: looked at as what was cut off.
      this.#underWay.delete(id);
    }
  }

  /** Finishes or takes back what was cut off. Failures are reported; what closing leaves waits for the next start. */
  settleCutOff(): Promise<void> {
    return this.#mutex(async () => {
      await removeLeftBehind(tmpdir(), this.#deps.now());
      if (this.#isClosing) return;
      for (const stored of this.#deps.store.unsettled()) {
        if (this.#isClosing) return;
        if (this.#underWay.has(stored.id)) continue;
        try {
          await this.#settle(stored);
        } catch (error) {
          this.#deps.report(error);
        }
      }
    });
  }

  /** Stops what runs, and resolves once nothing is looked at or stored any more. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await this.runs.close();
    await this.#mutex(async () => undefined);
  }

  /** Returns the last act of a chat where the end of Parley cut it off. */
  cutOff(id: WorkspaceId): { act: GitAct['type']; outcome: GitActOutcome['type'] } | null {
    const last = this.#deps.store.last(id);
    if (last?.settlement?.cutOff !== true) return null;
    return { act: last.act.type, outcome: last.settlement.outcome.type };
  }

  async #settle(stored: StoredGitAct): Promise<void> {
    const { store, openGit, isTrusted, now } = this.#deps;
    const trusted = await isTrusted(stored.place.root);
    const outcome = await settledAct(await openGit(), stored, trusted);
    store.settle(stored.id, { outcome, cutOff: true, at: now() });
  }
}

/** Finds out what came of an act that was cut off, and takes back what is half done of it. */
async function settledAct(
  git: PersonGit,
  { act, place, begunAt }: StoredGitAct,
  trusted: boolean,
): Promise<GitActOutcome> {
  if (!existsSync(place.gitDir) || !existsSync(place.root)) return { type: 'unknown' };
  switch (act.type) {
    case 'merge': {
      const type = await settledMerge(git, place, { ...act, killedSince: begunAt, trusted });
      return type === 'done' ? { type, result: null } : { type };
    }
    case 'commit': {
      const commit = await settledCommit(git, place, { head: act.head, begunAt });
      return commit === undefined ? { type: 'failed' } : { type: 'done', result: commit };
    }
    case 'push':
      return (await isThere(git, place, act)) ? { type: 'done', result: act.commit } : { type: 'unknown' };
    case 'pull-request':
      return { type: 'unknown' };
  }
}

/** True where git has noted that a remote has what was pushed, which it does last. */
async function isThere(
  git: PersonGit,
  place: StoredGitAct['place'],
  { remote, ref, commit }: Extract<GitAct, { type: 'push' }>,
): Promise<boolean> {
  const tracked = ref.replace('refs/heads/', `refs/remotes/${remote}/`);
  return tracked !== ref && (await git.commitAt(place, tracked)) === commit;
}
