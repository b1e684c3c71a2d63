import type { RemoteHost } from './remote-address.ts';

type Compared = {
  branch: string /** Null for the branch that the host takes by itself. */;
  base: string | null;
};

/**
 * Returns the page of a host on which a pull request of a branch is opened; undefined for a host of which it is not known.
 * A host of one's own is known by its name.
 */
export function comparePage({ host, path }: RemoteHost, compared: Compared): string | undefined {
  const name = host.replace(/:\d+$/, '');
  const at = (...labels: string[]) => name.split('.').some((label) => labels.includes(label));
  const repository = `https://${host}/${encodePath(path)}`;
  if (name === 'dev.azure.com' || name.endsWith('.visualstudio.com')) return azurePage(host, path, compared);
  if (name === 'bitbucket.org') return bitbucketPage(repository, compared);
  if (at('gitlab')) return gitlabPage(repository, compared);
  if (at('github')) return githubPage(repository, compared);
  if (at('codeberg', 'gitea', 'forgejo')) return giteaPage(repository, compared);
  return undefined;
}

/** https://docs.github.com/pull-requests/.../using-query-parameters-to-create-a-pull-request */
function githubPage(repository: string, { branch, base }: Compared): string {
  return `${repository}/compare/${base === null ? '' : `${encodePath(base)}...`}${encodePath(branch)}?expand=1`;
}

/** https://docs.gitlab.com/user/project/merge_requests/creating_merge_requests */
function gitlabPage(repository: string, { branch, base }: Compared): string {
  const query = new URLSearchParams({ 'merge_request[source_branch]': branch });
  if (base !== null) query.set('merge_request[target_branch]', base);
  return `${repository}/-/merge_requests/new?${query.toString()}`;
}

function bitbucketPage(repository: string, { branch, base }: Compared): string {
  const query = new URLSearchParams({ source: branch, ...(base !== null && { dest: base }) });
  return `${repository}/pull-requests/new?${query.toString()}`;
}

/** Without a base, Gitea compares with the branch that a repository has as its own. */
function giteaPage(repository: string, { branch, base }: Compared): string {
  return `${repository}/compare/${base === null ? '' : `${encodePath(base)}...`}${encodePath(branch)}`;
}

/** The address of ssh is `v3/<organisation>/<project>/<repository>`, that of pages has `_git` in it. */
function azurePage(host: string, path: string, { branch, base }: Compared): string | undefined {
  const query = new URLSearchParams({ sourceRef: branch, ...(base !== null && { targetRef: base }) });
  const [, organisation, project, repository] = /^v3\/([^/]+)\/([^/]+)\/([^/]+)$/.exec(path) ?? [];
  if (repository !== undefined)
    return `https://dev.azure.com/${encodePath(`${organisation}/${project}`)}/_git/${encodePath(repository)}/pullrequestcreate?${query.toString()}`;
  return /(^|\/)_git\/[^/]+$/.test(path)
    ? `https://${host}/${encodePath(path)}/pullrequestcreate?${query.toString()}`
    : undefined;
}

/** Encodes each part of a path that is not encoded yet. */
function encodePath(path: string): string {
  return path
    .split('/')
    .map((part) => encodeURIComponent(decoded(part)))
    .join('/');
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/**
 * Returns the page that a host offers in its answer to a push, as most do: one of its own name, on which something new
 * is made.
 */
export function offeredPage(said: string, { host }: RemoteHost): string | undefined {
  const name = host.replace(/:\d+$/, '');
  const lines = said.split('\n').filter((line) => line.startsWith('remote:'));
  return lines
    .flatMap((line) => line.match(/https:\/\/[^\s<>"']+/g) ?? [])
    .find((url) => URL.canParse(url) && new URL(url).hostname === name);
}
