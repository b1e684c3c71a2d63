/** Signs that the file system of a Mac does not see in a name. */
const unseen = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/**
 * True when a path leads to git's own files, on any system: `.git` in small or capital letters, with the
 * characters that Macs and Windows ignore in a name, or by the short name Windows gives it. The rule is git's
 * (`is_hfs_dotgit`, `is_ntfs_dotgit`).
 */
export function belongsToGit(path: string): boolean {
  return path.split(/[/\\]/).some((name) => {
    const plain = name
      .replace(unseen, '')
      .replace(/:.*$/s, '')
      .replace(/[. ]+$/, '');
    return /^(\.git|git~1)$/i.test(plain);
  });
}
