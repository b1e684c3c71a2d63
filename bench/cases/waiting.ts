import { join } from 'node:path';
import type { Page } from 'playwright';
import { answer, ask, question } from '../../e2e/support/provider.ts';
import { openChat } from '../../scripts/trials/load/asking-chat.ts';
import { onStage, type Stage } from '../../scripts/trials/stage.ts';
import { openWindow } from '../../test/main/http/trial-window.ts';
import type { WorkspaceId } from '../../src/shared/ids.ts';
import type { BenchCase } from '../bench-case.ts';
import { clickUntilPainted, openOn, untilAllIsFetched } from '../browser/open-chat.ts';
import { type Pages, withPage, withPages } from '../browser/pages.ts';
import { askEverywhere } from '../hosts/pending-questions.ts';
import { startPageServer } from '../references/reference-server.ts';
import { windowOf30 } from '../references/window-of-30.ts';
import { longChats } from '../workloads/long-chats.ts';
import { lastWordsOf } from '../workloads/write-chat.ts';

const { thousand } = longChats;

const cards = 10;
const waiting = 200;

/** Has one chat wait with ten cards, and as many others with one each that 200 wait in all; returns a quiet one, and that one. */
async function askAll(stage: Stage): Promise<{ quiet: WorkspaceId; asking: WorkspaceId }> {
  const window = await openWindow(stage.host.address);
  const calls = Array.from({ length: cards }, (_, index) =>
    ask(`card-${index}`, { questions: [question(`Which card, ${index}?`, 'Which', 'A', 'B')] }),
  );
  stage.provider.reply(answer(...calls));
  const [first] = await openChat(window, join(stage.folder, 'asking'), cards);
  await askEverywhere(stage, window, { workspaces: waiting - cards, questions: 1 });
  const { id: quiet } = await window.client.workspace.create({ folder: stage.workspaceDir });
  window.close();
  if (first === undefined) throw new Error('Nothing waits.');
  return { quiet, asking: first.workspaceId };
}

/** Opens a page on a chat where nothing waits, and has something done there. */
function onQuietChat(
  pages: Pages,
  address: string,
  quiet: WorkspaceId,
  work: (page: Page) => Promise<number>,
): Promise<number> {
  return withPage(pages, async (page) => {
    await openOn(page, address, quiet);
    await untilAllIsFetched(page);
    return work(page);
  });
}

/** Milliseconds from a click on the one row of all that waits until its page shows the first entries. */
async function openAllThatWaits(page: Page): Promise<number> {
  const painted = page.evaluate(() =>
    window.bench.painted(
      () => document.querySelectorAll('[aria-label="All that needs you"] [data-list-row]').length > 5,
    ),
  );
  await page.getByRole('button', { name: /^Needs you/ }).click();
  const at = await painted;
  return at - (await page.evaluate(() => window.bench.clickedAt));
}

export const waitingCards: BenchCase = {
  name: 'waiting',
  slowed: true,
  figures: [
    {
      type: 'ratio',
      title: 'open a chat with ten waiting cards, to the window of 30',
      of: 'chat',
      to: 'bare',
    },
    { type: 'ratio', title: 'open Needs you with 200, to the window of 30', of: 'all', to: 'bare' },
  ],
  async run(measure, slowdown) {
    const bare = await startPageServer(windowOf30(thousand));
    await withPages(slowdown, (pages) =>
      onStage(async (stage) => {
        await stage.host.start();
        const { quiet, asking } = await askAll(stage);
        const { address } = stage.host;
        await measure(async () => ({
          bare: await withPage(pages, async (page) => {
            await page.goto(bare.address);
            return clickUntilPainted(page, page.locator('button'), lastWordsOf(thousand));
          }),
          chat: await onQuietChat(pages, address, quiet, (page) =>
            clickUntilPainted(page, page.locator(`button[data-list-row="${asking}"]`), 'Which card, 0?'),
          ),
          all: await onQuietChat(pages, address, quiet, openAllThatWaits),
        }));
      }),
    );
    await bare.close();
  },
};
