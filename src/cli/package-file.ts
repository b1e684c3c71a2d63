const packageFolder = new URL('../../', import.meta.url);

/** A file of the package by its path there; the same from this source as from what is built of it in `out/cli`. */
export function packageFile(path: string): URL {
  return new URL(path, packageFolder);
}
