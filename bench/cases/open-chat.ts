import type { BenchCase, Figure, Sample } from '../bench-case.ts';
import { clickUntilPainted, openOn, rowOf } from '../browser/open-chat.ts';
import { sizeOf } from '../browser/page-size.ts';
import { type Pages, withPage, withPages } from '../browser/pages.ts';
import { onLongChats } from '../hosts/on-long-chats.ts';
import { startPageServer } from '../references/reference-server.ts';
import { windowOf30 } from '../references/window-of-30.ts';
import { longChats } from '../workloads/long-chats.ts';
import { type ChatWorkload, idOf, lastWordsOf } from '../workloads/write-chat.ts';

const { empty, ...filled } = longChats;
const { thousand, sparseThousand, tenThousand, sparseTenThousand, fiftyThousand } = filled;

function openReference(pages: Pages, address: string): Promise<number> {
  return withPage(pages, async (page) => {
    await page.goto(address);
    return clickUntilPainted(page, page.locator('button'), lastWordsOf(thousand));
  });
}

/** Opens a chat in a window that shows the empty one. */
function openChat(pages: Pages, address: string, chat: ChatWorkload): Promise<Sample> {
  return withPage(pages, async (page) => {
    await openOn(page, address, idOf(empty));
    const painted = await clickUntilPainted(page, rowOf(page, chat), lastWordsOf(chat));
    const { heap, elements } = await sizeOf(page);
    return {
      [chat.name]: painted,
      [`${chat.name} heap`]: heap,
      [`${chat.name} elements`]: elements,
    };
  });
}

/** Shortest time that people rest on a control before they press it, in milliseconds. */
const restMs = 100;

const pointedAt = `${thousand.name}, pointed at first`;

/** The same where the pointer rests on the chat's row for a moment, as people's does. */
function openPointedAt(pages: Pages, address: string): Promise<number> {
  return withPage(pages, async (page) => {
    await openOn(page, address, idOf(empty));
    await rowOf(page, thousand).hover();
    await page.waitForTimeout(restMs);
    return clickUntilPainted(page, rowOf(page, thousand), lastWordsOf(thousand));
  });
}

const toWindow = (chat: ChatWorkload, peer: string): Figure => ({
  type: 'ratio',
  title: `open ${chat.name}, to the window of 30`,
  of: chat.name,
  to: 'window of 30',
  goal: { atMost: 2 },
  peer,
});

const toThousand = (chat: ChatWorkload, than: ChatWorkload, peer?: string): Figure => ({
  type: 'ratio',
  title: `open ${chat.name}, to ${than.name}`,
  of: chat.name,
  to: than.name,
  goal: { atMost: 1.3 },
  ...(peer && { peer }),
});

const heapOf = ({ name }: ChatWorkload): Figure => ({
  type: 'value',
  title: `heap with ${name}`,
  of: `${name} heap`,
  unit: 'MB',
  slowed: false,
  goal: { atMost: 30 },
});

const elementsOf = ({ name }: ChatWorkload): Figure => ({
  type: 'value',
  title: `elements with ${name}`,
  of: `${name} elements`,
  unit: '',
  slowed: false,
  goal: { atMost: 3_000 },
});

export const openChats: BenchCase = {
  name: 'open-chat',
  slowed: true,
  figures: [
    toWindow(thousand, '34–85 ×'),
    toWindow(sparseThousand, '34–85 ×'),
    { type: 'ratio', title: `open ${pointedAt}, to the window of 30`, of: pointedAt, to: 'window of 30' },
    toThousand(tenThousand, thousand, '130–740 × the window of 30'),
    toThousand(sparseTenThousand, sparseThousand),
    toThousand(fiftyThousand, thousand),
    heapOf(tenThousand),
    elementsOf(tenThousand),
    heapOf(fiftyThousand),
    elementsOf(fiftyThousand),
  ],
  async run(measure, slowdown) {
    const bare = await startPageServer(windowOf30(thousand));
    await withPages(slowdown, (pages) =>
      onLongChats(({ host }) =>
        measure(async () => {
          let sample: Sample = { 'window of 30': await openReference(pages, bare.address) };
          for (const chat of Object.values(filled))
            sample = { ...sample, ...(await openChat(pages, host.address, chat)) };
          return { ...sample, [pointedAt]: await openPointedAt(pages, host.address) };
        }),
      ),
    );
    await bare.close();
  },
};
