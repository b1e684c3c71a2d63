import type { PullRequestEnd, PullRequestOffer } from '../../../shared/contract/push-contract.ts';
import type { OpenWorktree } from '../worktrees.ts';
import { comparePage, offeredPage } from './compare-page.ts';
import type { GitRun } from './git-runs.ts';
import { type RemoteHost, remoteHost } from './remote-address.ts';
import { type Remote, remotesFor } from './remotes.ts';

type ByGh = Extract<PullRequestOffer, { way: 'gh' }>;

/** What `gh` is told of a pull request. */
export type PullRequest = Omit<ByGh, 'way'>;

/** True where two are of the same branch, and go into the same. */
export function isSamePlace(one: PullRequest, other: PullRequest): boolean {
  return one.repository === other.repository && one.head === other.head && one.base === other.base;
}

/** What is pushed, the name of the chat that it comes from, and what the host said to it. */
type Pushed = { branch: string; remote: Remote; name: string; said: string };

/** In milliseconds; it asks its host. */
const longestStatus = 15_000;

/** Without questions, news about itself and colours. */
const plainGh = { GH_PROMPT_DISABLED: '1', GH_NO_UPDATE_NOTIFIER: '1', NO_COLOR: '1', CLICOLOR_FORCE: '0' };

/** Finds out how a pull request of a pushed branch can be opened: by `gh` where that is signed in, or on a page. */
export async function pullRequestOffer(open: OpenWorktree, pushed: Pushed): Promise<PullRequestOffer> {
  const { branch, remote, said } = pushed;
  const own = remote.addresses.map(remoteHost).find((host) => host !== undefined);
  if (own === undefined) return { way: 'none', host: null };
  const base = await baseOn(open, remote.name);
  if (await isSignedIn(open, own.host)) return offerOfGh(open, { ...pushed, own, base });
  const url = comparePage(own, { branch, base }) ?? offeredPage(said, own);
  return url === undefined ? { way: 'none', host: own.host } : { way: 'page', host: own.host, url };
}

/** Returns the branch that the chat began at as the remote calls it, where that has it as far as is known here. */
async function baseOn({ git, tree, place }: OpenWorktree, remote: string): Promise<string | null> {
  if (place.from === null) return null;
  const ofRemote = place.from.startsWith(`${remote}/`) ? [place.from.slice(remote.length + 1)] : [];
  for (const name of [place.from, ...ofRemote])
    if ((await git.commitAt(tree, `refs/remotes/${remote}/${name}`)) !== undefined) return name;
  return null;
}

async function isSignedIn({ git, tree }: OpenWorktree, host: string): Promise<boolean> {
  const stop = AbortSignal.timeout(longestStatus);
  const end = await git.program('gh', tree, ['auth', 'status', '--hostname', host], { stop, env: plainGh });
  return end?.code === 0;
}

async function offerOfGh(
  open: OpenWorktree,
  { branch, name, own, base }: Omit<Pushed, 'said'> & { own: RemoteHost; base: string | null },
): Promise<ByGh> {
  // By the name that gh looks for too: the repository that this one is a fork of.
  const remotes = await remotesFor(open.git, open.tree, branch);
  const [of] = remotes.flatMap((remote) => (remote.name === 'upstream' ? remote.addresses : []));
  const upstream = of === undefined ? undefined : remoteHost(of);
  const into = upstream?.host === own.host ? upstream : own;
  const isFork = into.path !== own.path;
  return {
    way: 'gh',
    repository: `${into.host}/${into.path}`,
    head: isFork ? `${own.path.split('/')[0]}:${branch}` : branch,
    base: isFork ? null : base,
    ...(await textOf(open, branch, name)),
  };
}

/** Returns what a pull request says at first: what its one commit says, or the subjects of all. */
async function textOf(
  { git, tree, place }: OpenWorktree,
  branch: string,
  name: string,
): Promise<{ title: string; text: string }> {
  const range = `${place.base}..refs/heads/${branch}`;
  const log = await git.quietly(tree, [
    'log',
    '--reverse',
    '-z',
    '--max-count=100',
    '--format=%s%n%b',
    range,
  ]);
  const commits = log.split('\0').filter((commit) => commit.trim() !== '');
  const [only = ''] = commits;
  const [subject = '', ...body] = only.split('\n');
  if (commits.length === 1) return { title: subject, text: body.join('\n').trim() };
  return { title: name, text: commits.map((commit) => `- ${commit.split('\n')[0]}`).join('\n') };
}

/** Opens a pull request by `gh`. */
export async function openByGh(
  { git, tree }: OpenWorktree,
  { repository, head, base, title, text }: PullRequest,
  run: GitRun,
): Promise<PullRequestEnd> {
  const into = base === null ? [] : ['--base', base];
  const what = ['--repo', repository, '--head', head, ...into, '--title', title, '--body-file', '-'];
  const end = await git.program('gh', tree, ['pr', 'create', ...what], { ...run, env: plainGh, input: text });
  const said = end?.said ?? 'gh was not found.';
  const url = pageIn(said, repository);
  if (end?.code === 0 && url !== undefined) return { type: 'opened', url };
  if (run.stop.aborted) return { type: 'stopped', said };
  if (/already exists/.test(said) && url !== undefined) return { type: 'there', url };
  return { type: 'failed', said };
}

/** Returns the last page of a host in what gh prints. */
function pageIn(said: string, repository: string): string | undefined {
  const [host = ''] = repository.split('/');
  return said
    .match(/https:\/\/[^\s<>"']+/g)
    ?.findLast((url) => URL.canParse(url) && new URL(url).host === host);
}
