import type { Page } from 'playwright';
import type { BenchCase } from '../bench-case.ts';
import { frameFigures, type Frames, framesDuring } from '../browser/frames.ts';
import { clickUntilPainted, openOn, rowOf } from '../browser/open-chat.ts';
import { type Pages, withPage, withPages } from '../browser/pages.ts';
import { onLongChats } from '../hosts/on-long-chats.ts';
import { startPageServer } from '../references/reference-server.ts';
import { windowOf30 } from '../references/window-of-30.ts';
import { longChats } from '../workloads/long-chats.ts';
import { idOf, lastWordsOf } from '../workloads/write-chat.ts';

const { empty, thousand, tenThousand } = longChats;
const wheelMs = 3_000;

/** Turns the wheel towards the start of the log, as fast as the page takes it. */
async function wheelUp(page: Page): Promise<void> {
  await page.locator('[role=log]').hover();
  const began = performance.now();
  while (performance.now() - began < wheelMs) await page.mouse.wheel(0, -400);
}

function bareFrames(pages: Pages, address: string): Promise<Frames> {
  return withPage(pages, async (page) => {
    await page.goto(address);
    await clickUntilPainted(page, page.locator('button'), lastWordsOf(thousand));
    return framesDuring(page, 'article', () => wheelUp(page));
  });
}

function chatFrames(pages: Pages, address: string): Promise<Frames> {
  return withPage(pages, async (page) => {
    await openOn(page, address, idOf(empty));
    await clickUntilPainted(page, rowOf(page, tenThousand), lastWordsOf(tenThousand));
    return framesDuring(page, '[data-row]', () => wheelUp(page));
  });
}

export const scrolling: BenchCase = {
  name: 'scroll',
  slowed: true,
  figures: [
    ...frameFigures('3 s of wheel through 10,000 messages'),
    { type: 'value', title: 'frames over 50 ms of the window of 30', of: 'bare late', unit: '' },
    { type: 'value', title: 'worst frame of the window of 30', of: 'bare worst', unit: 'ms' },
  ],
  async run(measure, slowdown) {
    const bare = await startPageServer(windowOf30(thousand));
    await withPages(slowdown, (pages) =>
      onLongChats(({ host }) =>
        measure(async () => {
          const reference = await bareFrames(pages, bare.address);
          const { late, worst, blank } = await chatFrames(pages, host.address);
          return { late, worst, blank, 'bare late': reference.late, 'bare worst': reference.worst };
        }),
      ),
    );
    await bare.close();
  },
};
