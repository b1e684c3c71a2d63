import type { Page } from 'playwright';
import { shortcutKeys } from '../../e2e/support/shortcut-keys.ts';
import type { BenchCase, Sample } from '../bench-case.ts';
import { frameFigures, framesDuring } from '../browser/frames.ts';
import { clickUntilPainted, openOn, rowOf } from '../browser/open-chat.ts';
import { type Pages, withPage, withPages } from '../browser/pages.ts';
import { onLongChats } from '../hosts/on-long-chats.ts';
import { startPageServer } from '../references/reference-server.ts';
import { windowOf30 } from '../references/window-of-30.ts';
import { longChats } from '../workloads/long-chats.ts';
import { firstWordsOf, idOf, lastWordsOf } from '../workloads/write-chat.ts';

const { empty, thousand, tenThousand } = longChats;

/** Opens a chat at its end and finds what stands in its first message alone, which was never loaded. */
async function findFirst(pages: Pages, address: string): Promise<Sample> {
  return withPage(pages, async (page) => {
    await openOn(page, address, idOf(empty));
    await clickUntilPainted(page, rowOf(page, tenThousand), lastWordsOf(tenThousand));
    await page.keyboard.press(shortcutKeys('browser', 'find'));
    const field = page.getByRole('textbox', { name: 'Find in this chat', exact: true });
    await field.waitFor();
    let found = 0;
    const { late, worst, blank } = await framesDuring(page, '[data-row]', async () => {
      found = await fillUntilPainted(page, firstWordsOf(tenThousand));
    });
    return { found, late, worst, blank };
  });
}

/** Milliseconds from the moment the words stand in the field until they can be seen in the log. */
async function fillUntilPainted(page: Page, words: string): Promise<number> {
  const painted = page.evaluate((expected) => window.bench.paintedText('[role=log]', expected), words);
  await page.keyboard.insertText(words);
  const typed = await page.evaluate(() => performance.now());
  return (await painted) - typed;
}

export const finding: BenchCase = {
  name: 'find',
  slowed: true,
  figures: [
    {
      type: 'value',
      title: 'from words typed to the first of 10,000 messages painted',
      of: 'found',
      unit: 'ms',
    },
    { type: 'ratio', title: 'the same beside the window of 30', of: 'found', to: 'bare' },
    ...frameFigures('finding and jumping there'),
  ],
  async run(measure, slowdown) {
    const bare = await startPageServer(windowOf30(thousand));
    await withPages(slowdown, (pages) =>
      onLongChats(({ host }) =>
        measure(async () => {
          const reference = await withPage(pages, async (page) => {
            await page.goto(bare.address);
            return clickUntilPainted(page, page.locator('button'), lastWordsOf(thousand));
          });
          return { bare: reference, ...(await findFirst(pages, host.address)) };
        }),
      ),
    );
    await bare.close();
  },
};
