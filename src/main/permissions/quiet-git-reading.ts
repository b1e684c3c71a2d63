import { readFile, stat } from 'node:fs/promises';
import { lstatSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { belongsToGit, protectedFiles, protectionsOf } from '../../shared/files/protected-files.ts';
import type { ReadingCommand } from '../../shared/permissions/reading-command.ts';
import { type Environment, readingEnvironment } from '../commands/command-environment.ts';
import { isAtOrUnder } from '../folder/data-folder.ts';
import { quietGitOptions, runQuietGit } from '../folder/quiet-git.ts';
import { riskySettings } from '../trust/git-settings.ts';
import { futureRealPath } from './command-links.ts';
import { readConfig, submodules } from './git-setup.ts';

/** A git command that reads only. `program` is git's path, `root` the chat's folder, both with links resolved. */
type GitReading = {
  argv: readonly string[];
  reading: ReadingCommand;
  program: string;
  folder: string;
  root: string;
  env: Environment;
};

/**
 * Returns the argv by which git reads and runs nothing else: without a pager, hooks, monitors, external comparers and
 * converters, and without contents of files that may hold secrets. Undefined where that can't be had: for a repository
 * outside of the chat's folder, one with submodules or with settings that still reach further, for what names a stored
 * content other than by a commit and a path, and for what can have git run gpg.
 */
export async function quietGitReading(command: GitReading): Promise<string[] | undefined> {
  const { argv, reading, program, folder, root, env } = command;
  if (argv.some((word) => /%G|signature/i.test(word))) return undefined;
  const environment = readingEnvironment(env, root);
  const git = async (...args: string[]) =>
    (await runQuietGit({ args, cwd: folder, env: environment })).toString('utf8');
  try {
    const top = await quietRepository(git, { folder, root, shows: reading.prefix[1] ?? '' });
    const read = top === undefined ? undefined : await argumentsOf(command, top, git);
    return read && [program, '--no-pager', ...quietGitOptions, ...read];
  } catch {
    // Git refuses the folder, or there is no repository.
    return undefined;
  }
}

type Git = (...args: string[]) => Promise<string>;

/** Settings that change nothing in what `quietGitReading` runs, beside those that `riskySettings` leaves out. */
const quieted: readonly RegExp[] = [
  /^core\.(fsmonitor|hookspath|pager|editor|excludesfile|attributesfile|untrackedcache|sshcommand|askpass|preloadindex|commitgraph|multipackindex|fscache|whitespace|trustctime|checkstat)$/,
  /^(alias|pager|credential|http|merge|mergetool|difftool|branch|maintenance)\..*$/,
  /^diff\.(external|renames|algorithm|colormoved|mnemonicprefix|noprefix|context|tool)$/,
  /^diff\..*\.(command|textconv|cachetextconv|binary|xfuncname|wordregex)$/,
  /^(sequence\.editor|commit\.(gpgsign|template)|tag\.gpgsign|user\.signingkey|log\.showsignature)$/,
];

/** Returns the top folder of a repository that can be read so; undefined for any other. */
async function quietRepository(
  git: Git,
  { folder, root, shows }: { folder: string; root: string; shows: string },
): Promise<string | undefined> {
  const places = await git('rev-parse', '--show-toplevel', '--absolute-git-dir', '--git-common-dir');
  const [top = '', own = '', shared = ''] = places.split('\n');
  const common = resolve(folder, shared);
  if (!isAtOrUnder(top, root) || !(await isOwn({ top, own, common, root }))) return undefined;
  const settings = readConfig(await git('config', '--list', '--includes', '--show-scope', '-z'));
  const reaching = riskySettings(settings).filter(({ key }) => !quieted.some((known) => known.test(key)));
  const hasPassword = settings.some(({ key, value }) =>
    /\/\/[^/\s]*@/.test(`${key} ${value}`.replace(/ssh:\/\/[^/@:]*@/g, '')),
  );
  const hidesAddresses = hasPassword || (await isThere(join(common, 'remotes')));
  if (reaching.length > 0 || (shows === 'remote' && hidesAddresses)) return undefined;
  const borrows = await isThere(join(common, 'objects/info/alternates'));
  return borrows || (await submodules(git, top)).length > 0 ? undefined : top;
}

type Places = { top: string; own: string; common: string; root: string };

/** True for a git folder in the chat's, or one that knows the folder as a worktree of it. */
async function isOwn({ top, own, common, root }: Places): Promise<boolean> {
  const isInside = (path: string) => isAtOrUnder(futureRealPath(path) ?? '/', root);
  if (isInside(own) && isInside(common)) return true;
  const known = await readFile(join(own, 'gitdir'), 'utf8').catch(() => '');
  return (
    isAtOrUnder(own, join(common, 'worktrees')) &&
    futureRealPath(known.trim()) === futureRealPath(join(top, '.git'))
  );
}

function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** Subcommands whose output can have contents of files in it. */
const printing: ReadonlySet<string> = new Set(['diff', 'show', 'log', 'blame', 'cat-file']);

/** Options with which `git log` prints no contents of files. */
const withoutContents =
  /^(?:-\d+|-n\d*|-i|-E|-F|-s|--(?:max-count|skip|oneline|graph|no-graph|all|branches|tags|remotes|stat|shortstat|numstat|summary|dirstat|name-only|name-status|format|pretty|abbrev-commit|no-abbrev-commit|abbrev|decorate|no-decorate|since|after|until|before|author|committer|grep|all-match|invert-grep|date|date-order|topo-order|first-parent|merges|no-merges|reverse|follow|left-right|boundary|source|no-patch|color|no-color)(?:=.*)?)$/;

/** Returns the words behind git's own options; undefined where they name what is not for everybody. */
async function argumentsOf(
  { argv, reading, folder }: GitReading,
  top: string,
  git: Git,
): Promise<string[] | undefined> {
  const [, subcommand = ''] = reading.prefix;
  const [head, rest] = [argv.slice(1, reading.prefix.length), argv.slice(reading.prefix.length)];
  // It has no option that keeps it from comparing with other programs.
  if (subcommand === 'status' && rest.some((word) => /^-(?:-verbose|[a-z]*v)/.test(word))) return undefined;
  if (!printing.has(subcommand)) return [...head, ...rest];
  if (subcommand !== 'blame' && rest.some((word) => word.startsWith('-L'))) return undefined;
  const named = await namedBy({ argv, reading, folder, top, git });
  if (named === undefined) return undefined;
  const { options, revisions, paths } = named;
  if (subcommand === 'cat-file') return paths.length === 0 ? [...head, ...options, ...revisions] : undefined;
  if (subcommand === 'blame') return [...head, '--no-textconv', ...options, ...revisions, '--', ...paths];
  const own = [...head, '--no-ext-diff', '--no-textconv', ...options, ...revisions];
  if (revisions.some(hasPath)) return revisions.every(hasPath) && paths.length === 0 ? own : undefined;
  if (subcommand === 'log' && options.every((word, at) => withoutContents.test(word) || isValue(options, at)))
    return [...own, '--', ...paths];
  // Git follows the one path that it is given, and no further word.
  if (options.includes('--follow')) return undefined;
  // With paths it leaves out commits that change others, and sides of merges.
  const whole = subcommand !== 'diff' && paths.length === 0 ? ['--full-history', '--sparse'] : [];
  const shown = paths.length === 0 ? [':(top)'] : paths;
  return [...own, ...whole, '--', ...shown, ...secrets];
}

/** True for the value of the option before it, such as the number behind `-n`. */
function isValue(options: readonly string[], at: number): boolean {
  return !options[at]?.startsWith('-') && withoutContents.test(options[at - 1] ?? '');
}

function hasPath(revision: string): boolean {
  return revision.includes(':');
}

type Naming = Pick<GitReading, 'argv' | 'reading' | 'folder'> & { top: string; git: Git };
type Named = { options: string[]; revisions: string[]; paths: string[] };

/**
 * Tells options, commits and paths apart as git does: a path follows `--`, or is there. Undefined where a word is no
 * commit, since a content has a name by its hash too, or leads to a file that may hold secrets.
 */
async function namedBy({ argv, reading, folder, top, git }: Naming): Promise<Named | undefined> {
  const { prefix, operands } = reading;
  const dashes = argv.indexOf('--', prefix.length);
  const named: Named = { options: [], revisions: [], paths: [] };
  for (const [at, word] of argv.entries()) {
    if (at < prefix.length || at === dashes) continue;
    if (!operands.includes(at)) named.options.push(word);
    else if (dashes >= 0 && at > dashes) named.paths.push(word);
    else if (dashes < 0 && isPath(resolve(folder, word))) named.paths.push(word);
    else if (named.paths.length > 0 || !(await isOfCommit(word, { folder, top, git }))) return undefined;
    else named.revisions.push(word);
  }
  return named;
}

function isPath(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** True for a commit, a range of them, and a file of one that anybody may read: `HEAD:src/a.ts`. */
async function isOfCommit(
  word: string,
  { folder, top, git }: Pick<Naming, 'folder' | 'top' | 'git'>,
): Promise<boolean> {
  const [range = '', ...path] = word.split(':');
  if (path.length > 0) {
    const names = [path.join(':'), join(relative(top, folder), path.join(':'))];
    if (range.includes('..') || names.some(belongsToGit)) return false;
    if (protectionsOf(...names).includes('holds-secrets')) return false;
  }
  const ends = range
    .replace(/^\^/, '')
    .split(/\.{2,3}/)
    .filter((end) => end !== '');
  for (const end of ends) {
    const found = await git('rev-parse', '--verify', '--quiet', '--end-of-options', `${end}^{commit}`).catch(
      () => '',
    );
    if (found === '') return false;
  }
  return ends.length > 0;
}

/** Leaves out all files that may hold secrets, in whichever folder and letters. */
const secrets: readonly string[] = protectedFiles.flatMap(({ protection, names }) =>
  protection === 'holds-secrets'
    ? names.map((name) => `:(top,exclude,icase,glob)**/${name.endsWith('/') ? `${name}**` : name}`)
    : [],
);
