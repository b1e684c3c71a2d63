import type { Page, Response } from 'playwright';
import { projectRoot } from '../../e2e/support/hosts.ts';
import { onStage } from '../../scripts/trials/stage.ts';
import { evaluatedBytes, initialBytes } from '../../scripts/build-budget.ts';
import type { BenchCase } from '../bench-case.ts';
import { type Pages, withPage, withPages } from '../browser/pages.ts';
import { barePage } from '../references/bare-page.ts';
import { startPageServer } from '../references/reference-server.ts';

type Opening = { usable: number; firstPaint: number; bytes: number; plain: number };

/** Opens a page with an empty cache, until its text field can be typed into. */
function open(pages: Pages, address: string): Promise<Opening> {
  return withPage(pages, async (page) => {
    const scripts: Response[] = [];
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') scripts.push(response);
    });
    await page.goto(address, { waitUntil: 'commit' });
    const usable = await untilUsable(page);
    const loaded = [...scripts];
    const sizes = await Promise.all(loaded.map((response) => response.request().sizes()));
    return {
      usable,
      firstPaint: await page.evaluate(() => window.bench.firstPaint),
      bytes: sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0),
      plain: loaded.filter((response) => isPlain(response)).length,
    };
  });
}

const untilUsable = (page: Page) =>
  page.evaluate(() =>
    window.bench.painted(() => document.querySelector('textarea:enabled')?.checkVisibility() ?? false),
  );

/** A script that is worth compressing and came as it is. */
function isPlain(response: Response): boolean {
  const { 'content-encoding': encoding, 'content-length': length } = response.headers();
  return encoding === undefined && Number(length) > 1_024;
}

export const composer: BenchCase = {
  name: 'composer',
  slowed: true,
  figures: [
    {
      type: 'ratio',
      title: 'composer usable, cold, to the bare page',
      of: 'usable',
      to: 'bare usable',
      goal: { atMost: 4 },
      peer: '20 ×',
    },
    {
      type: 'ratio',
      title: 'first paint, to the bare page',
      of: 'first paint',
      to: 'bare first paint',
      goal: { atMost: 2 },
    },
    {
      type: 'value',
      title: 'JavaScript before it is usable, gzip',
      of: 'gzip',
      unit: 'kB',
      slowed: false,
      goal: { atMost: 230 },
      peer: '9,000 kB',
    },
    { type: 'value', title: 'of it evaluated by then', of: 'evaluated', unit: 'kB', slowed: false },
    { type: 'value', title: 'the same as it was sent', of: 'sent', unit: 'kB', slowed: false },
    {
      type: 'value',
      title: 'scripts that were not sent compressed',
      of: 'not compressed',
      unit: '',
      slowed: false,
      goal: { atMost: 0 },
    },
  ],
  async run(measure, slowdown) {
    const bare = await startPageServer(barePage);
    await withPages(slowdown, (pages) =>
      onStage(async ({ host }) => {
        await host.start();
        await measure(async () => {
          const reference = await open(pages, bare.address);
          const parley = await open(pages, host.address);
          return {
            'bare usable': reference.usable,
            'bare first paint': reference.firstPaint,
            usable: parley.usable,
            'first paint': parley.firstPaint,
            gzip: initialBytes(`${projectRoot}/out/renderer`) / 1_000,
            evaluated: evaluatedBytes(`${projectRoot}/out/renderer`) / 1_000,
            sent: parley.bytes / 1_000,
            'not compressed': parley.plain,
          };
        });
      }),
    );
    await bare.close();
  },
};
