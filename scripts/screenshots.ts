import { existsSync } from 'node:fs';
import { copyFile, cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { expect } from '@playwright/test';
import type { Browser, Page } from 'playwright';
import sharp from 'sharp';
import { catalogue } from '../e2e/states/catalogue.ts';
import {
  type AppState,
  type AppStory,
  type CardStory,
  sizes,
  type State,
  type Width,
  widthsOf,
} from '../e2e/states/state.ts';
import { browserHost, openBrowser } from '../e2e/support/browser-host.ts';
import { WarmOrigin } from '../e2e/support/warm-origin.ts';
import buildFirst from '../e2e/support/build-first.ts';
import { showCards, shown } from '../e2e/support/gallery.ts';
import { serveGallery } from '../e2e/support/gallery-server.ts';
import { projectRoot } from '../e2e/support/hosts.ts';
import { envOf } from '../e2e/support/story-test.ts';
import { galleryWindow } from '../e2e/support/worker.ts';
import { startAnthropicServer } from '../test/main/agents/model/anthropic-server.ts';
import { makeDataDir } from '../test/main/storage/fresh-database.ts';

/** All pictures; git ignores this folder. */
const images = join(projectRoot, '.cache/screenshots');

/** The pictures that README and docs show. */
const documented = join(projectRoot, 'docs/images');

const themes = ['light', 'dark'] as const;

type IsChosen = (state: State) => boolean;

/** Plays a story in the built app and takes pictures of its states. */
async function pictureApp(
  { agent, firstRun = false, touch = false, prepare, states }: AppStory,
  isChosen: IsChosen,
  browser: Browser,
): Promise<void> {
  // The same place each time, since the first page shows it.
  const folder = join(tmpdir(), 'parley-pictures');
  await rm(folder, { recursive: true, force: true });
  const [dataDir, workspaceDir] = [join(folder, 'data'), join(folder, 'tiny-parser')];
  await cp(join(projectRoot, 'e2e/sample-project'), workspaceDir, { recursive: true });
  prepare?.({ dataDir, workspaceDir });
  makeDataDir(dataDir);
  const provider = await startAnthropicServer();
  const env = envOf(agent, provider);
  const origin = new WarmOrigin(async () => browser, { hasTouch: touch });
  const host = browserHost({ dataDir, workspaceDir, firstRun, touch, env, onPage: () => {} }, origin);
  const last = states.findLastIndex(isChosen);
  try {
    await host.start();
    const page = host.page();
    for (const state of states.slice(0, last + 1)) {
      await page.setViewportSize(sizes.wide);
      await state.reach({ page, provider, workspaceDir, dataDir, end: () => host.end('SIGKILL') });
      await page.mouse.move(sizes.wide.width - 1, 1);
      if (isChosen(state)) await capture(page, state, (width) => putInView(page, state, width));
    }
  } finally {
    await host.close();
    await origin.close();
    await provider.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function putInView(page: Page, state: AppState, width: Width): Promise<void> {
  await page.setViewportSize(sizes[width]);
  await state.atTop?.(page).evaluate((element) => element.scrollIntoView({ block: 'start' }));
  // A list that has just changed its width takes rows out while it measures them again.
  await expect(async () => state.inView?.(page).scrollIntoViewIfNeeded()).toPass();
  await state.hover?.(page).hover();
}

/** Takes pictures of cards, which the gallery shows anew at each width. */
async function pictureCards({ states }: CardStory, isChosen: IsChosen, browser: Browser): Promise<void> {
  const gallery = await serveGallery();
  const origin = new WarmOrigin(async () => browser, galleryWindow);
  try {
    const page = await origin.openPage({ address: gallery.address, onPage: () => {} });
    for (const state of states.filter(isChosen))
      await capture(page, state, async (width) => {
        await page.setViewportSize(sizes[width]);
        await showCards(page, state);
        await shown(page);
      });
  } finally {
    await origin.close();
    await gallery.close();
  }
}

async function capture(page: Page, state: State, show: (width: Width) => Promise<void>): Promise<void> {
  for (const width of widthsOf(state)) {
    await show(width);
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      // A text that fades out where it is cut does so by an animation.
      const taken = await page.screenshot({ animations: 'allow', caret: 'hide' });
      await sharp(taken)
        .png({ palette: true, colours: 128, effort: 10 })
        .toFile(join(images, pictureOf(state, width, colorScheme)));
    }
  }
}

const pictureOf = ({ name }: State, width: Width, theme: string) => `${name}-${width}-${theme}.png`;

/** Writes a page that lists every state with its pictures. */
async function writeIndex(): Promise<void> {
  const parts = catalogue.flatMap(({ name, states }) => [
    `## ${name}`,
    ...states.map((state) => {
      const rows = widthsOf(state).map((width) => {
        const cells = themes.map((theme) => `![${state.title}](${pictureOf(state, width, theme)})`);
        return `| ${width} | ${cells.join(' | ')} |`;
      });
      return [`### ${state.title}`, '', '| | light | dark |', '| --- | --- | --- |', ...rows].join('\n');
    }),
  ]);
  const widths = Object.entries(sizes).map(([name, { width }]) => `${name} ${width} px`);
  const intro = `\`npm run screenshots\` takes these of all states in \`e2e/states/catalogue.ts\`: ${widths.join(', ')}.`;
  await writeFile(join(images, 'README.md'), `# Pictures\n\n${intro}\n\n${parts.join('\n\n')}\n`);
}

const { values } = parseArgs({ options: { story: { type: 'string', multiple: true, default: [] } } });
const asked = values.story;
const known = catalogue.flatMap(({ name, states }) => [name, ...states.map((state) => state.name)]);
const unknown = asked.filter((name) => !known.includes(name));
if (unknown.length > 0)
  throw new Error(`No story or state is called ${unknown.join(', ')}. They are:\n${known.join('\n')}`);
buildFirst();
if (asked.length === 0) await rm(images, { recursive: true, force: true });
await mkdir(images, { recursive: true });
const browser = await openBrowser();
try {
  for (const story of catalogue) {
    const isWhole = asked.length === 0 || asked.includes(story.name);
    const isChosen: IsChosen = ({ name }) => isWhole || asked.includes(name);
    if (!story.states.some(isChosen)) continue;
    if (story.agent === 'none') await pictureCards(story, isChosen, browser);
    else await pictureApp(story, isChosen, browser);
  }
} finally {
  await browser.close();
}
await writeIndex();
for (const file of await readdir(documented))
  if (existsSync(join(images, file))) await copyFile(join(images, file), join(documented, file));
