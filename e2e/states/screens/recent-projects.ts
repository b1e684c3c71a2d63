import { mkdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';

const day = 24 * 60 * 60_000;

/** Repositories of a home, with the time since each was changed. */
const projects: readonly (readonly [path: string, ago: number])[] = [
  ['code/harbor-api', day],
  ['code/site', 6 * day],
  ['field-notes', 19 * day],
];

/** Makes them in the home of a Parley with this data folder. */
export function makeProjects(dataDir: string): void {
  for (const [path, ago] of projects) {
    const folder = join(dataDir, '..', 'home', path);
    mkdirSync(join(folder, '.git'), { recursive: true });
    const at = new Date(Date.now() - ago);
    for (const changed of [join(folder, '.git'), folder]) utimesSync(changed, at, at);
  }
}
