import type { PushEnd, PushTarget, WhyNoPush } from '../../../shared/contract/push-contract.ts';
import { GitFailed } from '../../folder/quiet-git.ts';
import type { PersonGit, WorkTree } from '../person-git.ts';
import type { GitRun } from './git-runs.ts';
import { withoutSignIn } from './remote-address.ts';

type Push = GitRun & { branch: string; target: PushTarget };

/**
 * Runs a push as it was shown, by the person's git with its hooks, keys and programs that give passwords. There is no
 * terminal that anything could ask in: what wants a password from one fails.
 */
export async function pushBranch(
  git: PersonGit,
  tree: WorkTree,
  { branch, target, stop, output }: Push,
): Promise<PushEnd> {
  const [, ...args] = target.command;
  // In English, by which the reasons are told apart.
  const end = await git.act(tree, args, { trusted: true, stop, output, env: { LANGUAGE: 'en' } });
  const said = withoutSignIn(end.said);
  if (end.code === 0) {
    const problem = target.follows ? await follow(git, tree, { branch, target }) : undefined;
    const isNew = !/^Everything up-to-date$/m.test(said);
    return { type: 'pushed', new: isNew, said: problem === undefined ? said : `${said}\n${problem}` };
  }
  if (stop.aborted) return { type: 'stopped', said };
  return { type: 'failed', why: whyFailed(said), said };
}

/** Has a branch follow the one that it was pushed to, which `git push -u` does for no commit. Returns what is in the way. */
async function follow(
  git: PersonGit,
  tree: WorkTree,
  { branch, target: { remote, ref } }: Omit<Push, keyof GitRun>,
): Promise<string | undefined> {
  try {
    await git.quietly(tree, ['config', `branch.${branch}.remote`, remote]);
    await git.quietly(tree, ['config', `branch.${branch}.merge`, ref]);
    return undefined;
  } catch (error) {
    if (error instanceof GitFailed) return `The branch does not follow it: ${error.message}`;
    throw error;
  }
}

/** By git's own words, and those of the ssh that it runs; the first that fits. */
const reasons: readonly (readonly [RegExp, WhyNoPush])[] = [
  [/^ ! \[rejected\].*\((non-fast-forward|fetch first|stale info|needs force)\)$/m, 'behind'],
  [/^ ! \[(remote )?rejected\]/m, 'refused'],
  [/Host key verification failed|REMOTE HOST IDENTIFICATION HAS CHANGED/, 'host-key'],
  [
    /terminal prompts disabled|Authentication failed|Permission denied|could not read (Username|Password)|Invalid username or|returned error: 40[13]/i,
    'sign-in',
  ],
  [
    /Could not resolve host|Failed to connect|Connection (refused|timed out|reset)|Couldn't connect|Network is unreachable|No route to host|timed out|Name or service not known|Could not resolve hostname/i,
    'unreachable',
  ],
  [
    /does not appear to be a git repository|repository .*not found|returned error: 404|Repository not found/i,
    'no-repository',
  ],
];

function whyFailed(said: string): WhyNoPush {
  return reasons.find(([words]) => words.test(said))?.[1] ?? 'other';
}
