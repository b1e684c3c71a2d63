import type { Page } from 'playwright';
import { composer as field } from '../../e2e/support/chat.ts';
import { onStage } from '../../scripts/trials/stage.ts';
import { longestPaste } from '../../src/shared/longest-text.ts';
import type { BenchCase } from '../bench-case.ts';
import { untilAllIsFetched } from '../browser/open-chat.ts';
import { type Pages, withPage, withPages } from '../browser/pages.ts';
import { plainField } from '../references/plain-field.ts';
import { startPageServer } from '../references/reference-server.ts';

const line = 'The tide comes in at six, and with it the boats that went out for herring.\n';

/** 199 kB, which is just not yet made an attachment. */
const pasted = line.repeat(Math.floor((longestPaste - 1_000) / line.length));

/** Milliseconds from the paste of a long text into the page's field until it can be seen there, and until a key after it can. */
async function pasteOnce(page: Page): Promise<{ pasted: number; typed: number }> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((text) => navigator.clipboard.writeText(text), pasted);
  const text = page.locator('textarea').first();
  await text.focus();
  const shown = untilLonger(page, pasted.length - 1);
  await page.keyboard.press('ControlOrMeta+V');
  const shownAt = await shown;
  const pastedAt = await page.evaluate(() => window.bench.pastedAt);
  const after = untilLonger(page, pasted.length);
  await page.keyboard.press('x');
  const typedAt = await after;
  const pressedAt = await page.evaluate(() => window.bench.pressedAt);
  return { pasted: shownAt - pastedAt, typed: typedAt - pressedAt };
}

/** When a field with a text longer than that is painted, in the page's time. */
const untilLonger = (page: Page, length: number) =>
  page.evaluate(
    (least) => window.bench.painted(() => (document.querySelector('textarea')?.value.length ?? 0) > least),
    length,
  );

function pasteInto(pages: Pages, address: string, isOurs: boolean) {
  return withPage(pages, async (page) => {
    await page.goto(address);
    if (isOurs) await field(page).waitFor();
    await untilAllIsFetched(page);
    return pasteOnce(page);
  });
}

export const pasting: BenchCase = {
  name: 'paste',
  slowed: true,
  figures: [
    {
      type: 'ratio',
      title: 'from the paste of 199 kB until it is painted, to a plain field',
      of: 'pasted',
      to: 'bare pasted',
    },
    {
      type: 'ratio',
      title: 'from a key after it until that is painted, to a plain field',
      of: 'typed',
      to: 'bare typed',
    },
  ],
  async run(measure, slowdown) {
    const bare = await startPageServer(plainField);
    await withPages(slowdown, (pages) =>
      onStage(async ({ host }) => {
        await host.start();
        await measure(async () => {
          const reference = await pasteInto(pages, bare.address, false);
          const ours = await pasteInto(pages, host.address, true);
          return { ...ours, 'bare pasted': reference.pasted, 'bare typed': reference.typed };
        });
      }),
    );
    await bare.close();
  },
};
