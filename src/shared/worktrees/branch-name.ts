/** Characters of a slug; more would make long paths longer. */
const longestSlug = 40;

/** The first part of the branches of worktrees. */
export const branchPrefix = 'parley';

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

/**
 * Returns the first free name of a slug: the slug itself, then with `-2`, `-3` and so on. A branch can't be made where
 * one is called as the first part of its name, or begins with it and a slash, which git keeps as folders. Names that
 * differ in case only count as the same, as they are in most file systems.
 */
export function freeWorktreeName(
  slug: string,
  { branches, folders }: { branches: Iterable<string>; folders: Iterable<string> },
): WorktreeName {
  const takenBranches = new Set<string>();
  for (const branch of branches) {
    const parts = branch.toLowerCase().split('/');
    for (let count = 1; count <= parts.length; count += 1) takenBranches.add(parts.slice(0, count).join('/'));
  }
  const takenFolders = new Set([...folders].map((folder) => folder.toLowerCase()));
  const isPrefixABranch = [...branches].some((branch) => branch.toLowerCase() === branchPrefix);
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? slug : `${slug}-${number}`;
    const branch = `${branchPrefix}${isPrefixABranch ? '-' : '/'}${name}`;
    if (!takenBranches.has(branch) && !takenFolders.has(name)) return { slug: name, branch };
  }
}
