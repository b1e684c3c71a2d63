import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { temporaryFolder } from '../temporary-folder.ts';

/** Makes a home folder of files by their paths in it; a program is one that begins with `#!`. */
export function homeWith(files: Readonly<Record<string, string>>): string {
  const home = temporaryFolder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text, { mode: text.startsWith('#!') ? 0o755 : 0o644 });
  }
  return home;
}
