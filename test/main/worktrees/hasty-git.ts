import { existsSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Writes a git into a folder that first has an agent commit in a work tree, whenever it is to run one of its commands. */
export function hastyGit(folder: string, { before, in: tree }: { before: string; in: string }): void {
  const real = (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((path) => join(path, 'git'))
    .find((path) => existsSync(path));
  const commit = `"${real}" -C "${tree}" -c user.name=Agent -c user.email=a@example.org commit -q --allow-empty -m unseen`;
  const script = `#!/bin/sh\n[ "$1" = ${before} ] && ${commit}\nexec "${real}" "$@"\n`;
  writeFileSync(join(folder, 'git'), script, { mode: 0o755 });
}
