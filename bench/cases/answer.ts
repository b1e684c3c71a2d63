import type { Page } from 'playwright';
import { firstWorkspace } from '../../scripts/trials/first-workspace.ts';
import { onStage, type Stage } from '../../scripts/trials/stage.ts';
import { openWindow } from '../../test/main/http/trial-window.ts';
import type { BenchCase } from '../bench-case.ts';
import { clickUntilPainted, openOn } from '../browser/open-chat.ts';
import { clockOf } from '../browser/page-clock.ts';
import { type Pages, withPage, withPages } from '../browser/pages.ts';
import { answerOnce } from '../hosts/answering.ts';
import { askEverywhere } from '../hosts/pending-questions.ts';
import { type BarePost, startBarePost } from '../references/bare-post.ts';

const crowd = { workspaces: 200, questions: 5 };

/** Posts once; the times are from the click on. */
async function postOnce(page: Page, bare: BarePost, reply: string) {
  await page.goto(bare.address);
  const inOurTime = await clockOf(page);
  const painted = await clickUntilPainted(page, page.locator('button'), reply);
  const clickedAt = await page.evaluate(() => window.bench.clickedAt);
  return { received: bare.postedAt() - inOurTime(clickedAt), painted };
}

/** A page of a started host, on its first chat. */
async function onFirstChat(pages: Pages, stage: Stage, work: (page: Page) => Promise<void>) {
  const window = await openWindow(stage.host.address);
  const { id } = await firstWorkspace(window);
  await withPage(pages, async (page) => {
    await openOn(page, stage.host.address, id);
    await work(page);
  });
  window.close();
}

async function startCrowded(stage: Stage): Promise<void> {
  await stage.host.start();
  const window = await openWindow(stage.host.address);
  await askEverywhere(stage, window, crowd);
  window.close();
}

export const answering: BenchCase = {
  name: 'answer',
  slowed: true,
  figures: [
    {
      type: 'ratio',
      title: 'click → provider has the answer, to a bare post painted',
      of: 'provider',
      to: 'post painted',
      goal: { atMost: 2 },
      peer: '3.5 ×',
    },
    {
      type: 'ratio',
      title: 'click → provider has the answer, to a bare post received',
      of: 'provider',
      to: 'post received',
    },
    { type: 'ratio', title: 'click → card shows it, to a bare post painted', of: 'card', to: 'post painted' },
    {
      type: 'ratio',
      title: 'click → next text, to a bare post painted',
      of: 'text',
      to: 'post painted',
    },
    {
      type: 'ratio',
      title: 'click → provider with 1,000 pending, to alone',
      of: 'provider, crowded',
      to: 'provider',
      goal: { atMost: 1.2 },
    },
    {
      type: 'ratio',
      title: 'click → next text with 1,000 pending, to alone',
      of: 'text, crowded',
      to: 'text',
    },
  ],
  async run(measure, slowdown) {
    let round = 0;
    const bare = await startBarePost(() => `Reply ${round}.`);
    await withPages(slowdown, (pages) =>
      onStage(async (alone) => {
        await alone.host.start();
        await onStage(async (crowded) => {
          await startCrowded(crowded);
          await onFirstChat(pages, alone, (page) =>
            onFirstChat(pages, crowded, (crowdedPage) =>
              withPage(pages, (barePage) =>
                measure(async () => {
                  round += 1;
                  const post = await postOnce(barePage, bare, `Reply ${round}.`);
                  const one = await answerOnce(page, alone.provider, round);
                  const many = await answerOnce(crowdedPage, crowded.provider, round);
                  return {
                    'post received': post.received,
                    'post painted': post.painted,
                    provider: one.provider,
                    card: one.card,
                    text: one.text,
                    'provider, crowded': many.provider,
                    'text, crowded': many.text,
                  };
                }),
              ),
            ),
          );
        });
      }),
    );
    await bare.close();
  },
};
