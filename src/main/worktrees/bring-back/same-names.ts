/**
 * Returns the paths that are the same file on a file system which does not tell capitals apart, nor the ways in which a letter
 * with an accent is written.
 */
export function sameNames(paths: readonly string[]): ReadonlySet<string> {
  const byName = new Map<string, string[]>();
  for (const path of paths) {
    const name = path.normalize('NFC').toLowerCase();
    byName.set(name, [...(byName.get(name) ?? []), path]);
  }
  return new Set([...byName.values()].filter((same) => same.length > 1).flat());
}
