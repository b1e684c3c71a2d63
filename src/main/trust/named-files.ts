import { lstat, realpath } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';

/** Returns the files of a folder that the words of a command name, in their order, by their paths in it. */
export async function namedFiles(folder: string, words: readonly string[]): Promise<string[]> {
  // An option names its file behind a sign: `--config=./tool.mjs`.
  const places = new Set(words.flatMap((word) => [word, word.slice(word.indexOf('=') + 1)]));
  const files: string[] = [];
  for (const place of places) {
    const path = relative(folder, resolve(folder, place));
    if (await isFileInside(folder, path)) files.push(path);
  }
  return files;
}

async function isFileInside(folder: string, path: string): Promise<boolean> {
  if (path === '' || path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path)) return false;
  const found = await realpath(join(folder, path)).catch(() => undefined);
  return found !== undefined && (await lstat(found)).isFile();
}
