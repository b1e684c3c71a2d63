import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Locator, Page } from 'playwright';
import { projectRoot } from '../e2e/support/hosts.ts';
import { onStage } from '../scripts/trials/stage.ts';
import { type FrameProfile, profileOf, type Stretch } from './browser/frame-profile.ts';
import { clickUntilPainted, openOn, rowOf } from './browser/open-chat.ts';
import { type Pages, withPage, withPages } from './browser/pages.ts';
import { onLongChats } from './hosts/on-long-chats.ts';
import { slowerPage } from './measure.ts';
import { barePage } from './references/bare-page.ts';
import { startPageServer } from './references/reference-server.ts';
import { windowOf30 } from './references/window-of-30.ts';
import { withProfiles } from './report/docs-page.ts';
import { machineText } from './report/machine.ts';
import { type ProfiledScene, profileTable } from './report/profile-table.ts';
import { longChats } from './workloads/long-chats.ts';
import { idOf, lastWordsOf } from './workloads/write-chat.ts';

/**
 * Traces what the window's main thread does until somebody sees what they wait for, in a page as quick as the machine
 * and in a slowed one, and prints it as a table beside the references' whole time. Tracing takes a part of what it
 * shows, so the shares count, not the sums. Needs a build and the chats of `npm run bench`.
 */
const { values } = parseArgs({
  options: { runs: { type: 'string', default: '5' }, docs: { type: 'boolean', default: false } },
});

const docsPage = 'docs/performance.md';
const { empty, thousand } = longChats;

/** From the page's first byte until its field can be typed into. */
async function untilUsable(page: Page, address: string): Promise<Stretch> {
  await page.goto(address, { waitUntil: 'commit' });
  const to = await page.evaluate(() =>
    window.bench.painted(() => document.querySelector('textarea:enabled')?.checkVisibility() ?? false),
  );
  return { from: 0, to };
}

/** From a click until the end of the chat can be read. */
async function untilRead(page: Page, target: Locator): Promise<Stretch> {
  const took = await clickUntilPainted(page, target, lastWordsOf(thousand));
  const from = await page.evaluate(() => window.bench.clickedAt);
  return { from, to: from + took };
}

const loading = (pages: Pages, address: string) =>
  withPage(pages, (page) => profileOf(pages, page, () => untilUsable(page, address)));

const openingChat = (pages: Pages, address: string) =>
  withPage(pages, async (page) => {
    await openOn(page, address, idOf(empty));
    return profileOf(pages, page, () => untilRead(page, rowOf(page, thousand)));
  });

const openingReference = (pages: Pages, address: string) =>
  withPage(pages, async (page) => {
    await page.goto(address);
    return profileOf(pages, page, () => untilRead(page, page.locator('button')));
  });

type Scene = {
  title: string;
  ours(pages: Pages): Promise<FrameProfile>;
  reference(pages: Pages): Promise<FrameProfile>;
};

/** Serves what is profiled, and gives it as scenes. */
async function withScenes(use: (scenes: readonly Scene[]) => Promise<void>): Promise<void> {
  const [bare, window30] = [await startPageServer(barePage), await startPageServer(windowOf30(thousand))];
  await onStage(async ({ host }) => {
    await host.start();
    await onLongChats((stage) =>
      use([
        {
          title: 'composer, cold',
          ours: (pages) => loading(pages, host.address),
          reference: (pages) => loading(pages, bare.address),
        },
        {
          title: `open ${thousand.name}`,
          ours: (pages) => openingChat(pages, stage.host.address),
          reference: (pages) => openingReference(pages, window30.address),
        },
      ]),
    );
  });
  await Promise.all([bare.close(), window30.close()]);
}

/** Profiles ours and the reference in turn; the first round warms them up. */
async function profiledScene({ title, ours, reference }: Scene, pages: Pages): Promise<ProfiledScene> {
  const scene: ProfiledScene = { title, slowdown: pages.slowdown, ours: [], reference: [] };
  for (let run = 0; run <= Number(values.runs); run += 1) {
    const round = { ours: await ours(pages), reference: await reference(pages) };
    if (run === 0) continue;
    scene.ours.push(round.ours);
    scene.reference.push(round.reference);
  }
  return scene;
}

process.chdir(projectRoot);
const profiled: ProfiledScene[] = [];
await withScenes(async (scenes) => {
  for (const scene of scenes)
    for (const slowdown of [1, slowerPage])
      await withPages(slowdown, async (pages) => void profiled.push(await profiledScene(scene, pages)));
});
const text = `${await machineText()}\n\n${profileTable(profiled)}`;
process.stdout.write(text);
if (values.docs) writeFileSync(docsPage, withProfiles(readFileSync(docsPage, 'utf8'), text));
