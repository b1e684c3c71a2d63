import { mkdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { button } from '../support/chat.ts';
import { recentFolders } from '../support/pages.ts';
import type { AppStory } from './state.ts';

export const firstRun: AppStory = {
  name: 'First start',
  agent: 'guide',
  firstRun: true,
  states: [
    {
      name: 'first-run',
      title: 'The first start',
      reach: ({ page }) => button(page, 'Open a folder').waitFor(),
    },
    {
      name: 'first-run-folder',
      title: 'Another folder for the first chat',
      browserOnly: true,
      reach: ({ page }) => button(page, 'Open a folder').click(),
    },
  ],
};

export const firstRunWithProjects: AppStory = {
  name: 'First start with recent folders',
  agent: 'guide',
  firstRun: true,
  prepare: ({ dataDir }) => makeProjects(dataDir),
  states: [
    {
      name: 'first-run-recent',
      title: 'The first start, with recent folders',
      widths: ['page'],
      async reach({ page }) {
        await button(page, 'Open a folder').waitFor();
        await recentFolders(page);
      },
    },
  ],
};

const day = 24 * 60 * 60_000;

/** Repositories below the home folder, and how long ago each was changed, in milliseconds. */
const projects: readonly (readonly [path: string, ago: number])[] = [
  ['code/harbor-api', day],
  ['code/site', 6 * day],
  ['field-notes', 19 * day],
];

/** Makes the repositories in the home of a Parley with this data folder. */
function makeProjects(dataDir: string): void {
  for (const [path, ago] of projects) {
    const folder = join(dataDir, '..', 'home', path);
    mkdirSync(join(folder, '.git'), { recursive: true });
    const at = new Date(Date.now() - ago);
    for (const changed of [join(folder, '.git'), folder]) utimesSync(changed, at, at);
  }
}
