import { existsSync } from 'node:fs';
import { copyFile, cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { expect } from '@playwright/test';
import type { Browser, Page } from 'playwright';
import sharp from 'sharp';
import { cardsSheet, showFaces, wholeHeight } from '../e2e/states/screens/cards-sheet.ts';
import { type State, sizes, type Story } from '../e2e/states/story.ts';
import { stories } from '../e2e/states/stories.ts';
import { browserHost, openBrowser } from '../e2e/support/browser-host.ts';
import { WarmOrigin } from '../e2e/support/warm-origin.ts';
import buildFirst from '../e2e/support/build-first.ts';
import { serveGallery } from '../e2e/support/gallery-server.ts';
import { projectRoot } from '../e2e/support/hosts.ts';
import { envOf } from '../e2e/support/story-test.ts';
import { startAnthropicServer } from '../test/main/anthropic-server.ts';

/** All pictures; git ignores this folder. */
const images = join(projectRoot, '.cache/screenshots');

/** The pictures that the README shows. */
const shown = join(projectRoot, 'docs/images');

const themes = ['light', 'dark'] as const;

const widthsOf = ({ widths = ['narrow', 'medium', 'wide'] }: State) => widths;

/** Plays a story in the built app and takes pictures of each of its states. */
async function picture(
  { agent, firstRun = false, touch = false, prepare, states }: Story,
  browser: Browser,
): Promise<void> {
  // The same place each time, since the first page shows it.
  const folder = join(tmpdir(), 'parley-pictures');
  await rm(folder, { recursive: true, force: true });
  const [dataDir, workspaceDir] = [join(folder, 'data'), join(folder, 'tiny-parser')];
  await cp(join(projectRoot, 'e2e/sample-project'), workspaceDir, { recursive: true });
  prepare?.({ dataDir, workspaceDir });
  const provider = await startAnthropicServer();
  const env = envOf(agent, provider);
  const origin = new WarmOrigin(async () => browser, { hasTouch: touch });
  const host = browserHost({ dataDir, workspaceDir, firstRun, touch, env, onPage: () => {} }, origin);
  try {
    await host.start();
    const page = host.page();
    for (const state of states) {
      await page.setViewportSize(sizes.wide);
      await state.reach({ page, provider, workspaceDir, dataDir, end: () => host.end('SIGKILL') });
      await page.mouse.move(sizes.wide.width - 1, 1);
      await capture(page, state);
    }
  } finally {
    await host.close();
    await origin.close();
    await provider.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function capture(page: Page, state: State): Promise<void> {
  for (const width of widthsOf(state)) {
    await page.setViewportSize(sizes[width]);
    await state.atTop?.(page).evaluate((element) => element.scrollIntoView({ block: 'start' }));
    // A list that has just changed its width takes rows out while it measures them again.
    await expect(async () => state.inView?.(page).scrollIntoViewIfNeeded()).toPass();
    await state.hover?.(page).hover();
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await writePicture(page, `${state.name}-${width}-${colorScheme}`);
    }
  }
}

/** A text that fades out where it is cut does so by an animation. */
async function writePicture(page: Page, name: string): Promise<void> {
  const taken = await page.screenshot({ animations: 'allow', caret: 'hide' });
  await sharp(taken)
    .png({ palette: true, colours: 128, effort: 10 })
    .toFile(join(images, `${name}.png`));
}

/** Takes pictures of the sheet of all cards, in its full height. */
async function pictureSheet(browser: Browser): Promise<void> {
  const gallery = await serveGallery();
  const { name, query, width, height } = cardsSheet;
  const context = await browser.newContext({
    viewport: { width, height },
    locale: 'en-GB',
    timezoneId: 'UTC',
  });
  try {
    for (const theme of themes) {
      const page = await context.newPage();
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.goto(`${gallery.address}${query}&theme=${theme}`);
      await showFaces(page);
      await page.setViewportSize({ width, height: await wholeHeight(page) });
      await writePicture(page, `${name}-wide-${theme}`);
    }
  } finally {
    await context.close();
    await gallery.close();
  }
}

/** Writes a page that lists every state with its pictures. */
async function writeIndex(): Promise<void> {
  const parts = stories.flatMap(({ states }) =>
    states.map((state) => {
      const rows = widthsOf(state).map((width) => {
        const cells = themes.map((theme) => `![${state.title}](${state.name}-${width}-${theme}.png)`);
        return `| ${width} | ${cells.join(' | ')} |`;
      });
      return [`## ${state.title}`, '', '| | light | dark |', '| --- | --- | --- |', ...rows].join('\n');
    }),
  );
  const intro =
    '`npm run screenshots` takes these from the built app. The states are listed in `e2e/states/`; to add one, add an entry to a story there. Narrow is 360 px, a phone 420, medium 800, a page 1100, wide 1440.';
  await writeFile(join(images, 'README.md'), `# Pictures\n\n${intro}\n\n${parts.join('\n\n')}\n`);
}

buildFirst();
const { values } = parseArgs({ options: { story: { type: 'string' } } });
const told = stories.filter(({ name }) => values.story === undefined || name === values.story);
if (values.story === undefined) await rm(images, { recursive: true, force: true });
await mkdir(images, { recursive: true });
const browser = await openBrowser();
try {
  for (const story of told) await picture(story, browser);
  if (values.story === undefined || values.story === cardsSheet.name) await pictureSheet(browser);
} finally {
  await browser.close();
}
await writeIndex();
for (const file of await readdir(shown)) {
  if (existsSync(join(images, file))) await copyFile(join(images, file), join(shown, file));
}
