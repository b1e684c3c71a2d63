import { onStage } from '../../scripts/trials/stage.ts';
import type { BenchCase } from '../bench-case.ts';
import { type Pages, withPage, withPages } from '../browser/pages.ts';
import { barePage } from '../references/bare-page.ts';
import { startPageServer } from '../references/reference-server.ts';

/** Opens a page with an empty cache until a control with these words can be seen. */
function open(pages: Pages, address: string, control: { selector: string; words: string }): Promise<number> {
  return withPage(pages, async (page) => {
    await page.goto(address, { waitUntil: 'commit' });
    return page.evaluate(
      ({ selector, words }) =>
        window.bench.painted(() =>
          [...document.querySelectorAll(selector)].some(
            (one) => one.textContent.includes(words) && one.checkVisibility(),
          ),
        ),
      control,
    );
  });
}

/** The page of somebody who has just installed Parley, and has no chat and no key. */
export const firstPage: BenchCase = {
  name: 'first-page',
  slowed: true,
  figures: [
    {
      type: 'ratio',
      title: 'the very first page usable, to the bare page',
      of: 'usable',
      to: 'bare',
      goal: { atMost: 4 },
    },
  ],
  async run(measure, slowdown) {
    const bare = await startPageServer(barePage);
    await withPages(slowdown, (pages) =>
      onStage(
        async ({ host }) => {
          await host.start();
          await measure(async () => ({
            bare: await open(pages, bare.address, { selector: 'textarea', words: '' }),
            usable: await open(pages, host.address, { selector: 'button', words: 'Open a folder' }),
          }));
        },
        { firstRun: true },
      ),
    );
    await bare.close();
  },
};
