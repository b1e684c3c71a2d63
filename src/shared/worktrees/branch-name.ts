import { hasHiddenCharacters } from '../hidden-characters.ts';

/** Characters of a slug; more would make long paths longer. */
const longestSlug = 40;

/** What the branches of worktrees begin with, where the person has chosen nothing else. */
export const usualPrefix = 'parley/';

/** Characters of a prefix: with its slug and git's `.lock`, a part of the name fits any file system. */
export const longestPrefix = 60;

/** Why branches can't begin with a prefix: it is too long, has a character that can't be seen, or a text where git takes none. */
export type PrefixProblem =
  | { type: 'too-long' | 'hidden' }
  /** Parts are what stands between slashes. */
  | { type: 'anywhere' | 'start' | 'part-start' | 'part-end' | 'end'; text: string };

/**
 * Returns why no branch can be called as a prefix with a slug after it, null where it can (git-check-ref-format(1)). An
 * empty one is fine: the branch then has the name of the slug.
 */
export function prefixProblem(prefix: string): PrefixProblem | null {
  if (prefix.length > longestPrefix) return { type: 'too-long' };
  if (hasHiddenCharacters(prefix, 'line')) return { type: 'hidden' };
  const [text] = /\.\.|@\{|\/\/|[ ~^:?*[\\]/.exec(prefix) ?? [];
  if (text !== undefined) return { type: 'anywhere', text };
  const [first] = /^[-/]/.exec(prefix) ?? [];
  if (first !== undefined) return { type: 'start', text: first };
  const parts = prefix.split('/');
  if (parts.some((part) => part.startsWith('.'))) return { type: 'part-start', text: '.' };
  if (parts.slice(0, -1).some((part) => part.endsWith('.lock'))) return { type: 'part-end', text: '.lock' };
  // With the slug `lock` after it, a dot would make the end that git keeps for itself.
  return prefix.endsWith('.') ? { type: 'end', text: '.' } : null;
}

/**
 * Returns a name for a branch and a folder, made from the words of a chat: lower-case ASCII letters, digits and single
 * hyphens within, which git (git-check-ref-format(1)), every file system and every shell take as they are.
 */
export function worktreeSlug(words: string): string {
  const plain = words
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  if (plain.length <= longestSlug) return plain === '' ? 'chat' : plain;
  const cut = plain.slice(0, longestSlug + 1);
  const lastWord = cut.lastIndexOf('-');
  return cut.slice(0, lastWord > longestSlug / 2 ? lastWord : longestSlug).replace(/-+$/, '');
}

/** `slug` names the worktree's folder. */
export type WorktreeName = { slug: string; branch: string };

/** `folders` and `branches` are the names that are taken. */
type NamesInUse = { prefix: string; branches: Iterable<string>; folders: Iterable<string> };

/**
 * Returns the first free name of a slug: the slug itself, then with `-2`, `-3` and so on, and a branch of that name after
 * the prefix. A branch can't be made where one is called as the first parts of its name, or begins with it and a slash,
 * since git keeps them as folders; where a branch is called as the first parts of the prefix, hyphens take the place of
 * its slashes. Names that differ in case only count as the same, as they are in most file systems.
 */
export function freeWorktreeName(slug: string, { prefix, branches, folders }: NamesInUse): WorktreeName {
  const own = [...branches].map((branch) => branch.toLowerCase());
  const takenBranches = new Set(own.flatMap(withParents));
  const takenFolders = new Set([...folders].map((folder) => folder.toLowerCase()));
  const isBlocked = withParents(prefix.toLowerCase())
    .slice(0, -1)
    .some((parent) => own.includes(parent));
  const start = isBlocked ? prefix.replaceAll('/', '-') : prefix;
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? slug : `${slug}-${number}`;
    const branch = `${start}${name}`;
    if (!takenBranches.has(branch.toLowerCase()) && !takenFolders.has(name)) return { slug: name, branch };
  }
}

/** Returns the name of a worktree's branch without the prefix, as long as it has that. */
export function withoutPrefix(branch: string, prefix: string): string {
  const start = [prefix, prefix.replaceAll('/', '-')].find((one) => branch.startsWith(one));
  return start === undefined || start === branch ? branch : branch.slice(start.length);
}

/** Returns the name of a branch and those of the folders that it lies in. */
function withParents(branch: string): string[] {
  const parts = branch.split('/');
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

/** Returns the name of a branch, local or of a remote, as git shows it. */
export function shownBranch(ref: string): string {
  return ref.replace(/^refs\/(heads|remotes)\//, '');
}
