import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import type { Stage } from '../../scripts/trials/stage.ts';
import { openWindow, type TrialWindow } from '../../test/main/http/trial-window.ts';
import type { WorkspaceId } from '../../src/shared/ids.ts';
import type { BenchCase } from '../bench-case.ts';
import { type Frames, framesDuring } from '../browser/frames.ts';
import { mainThreadOf } from '../browser/main-thread.ts';
import { openOn, untilAllIsFetched } from '../browser/open-chat.ts';
import { type Pages, withPage, withPages } from '../browser/pages.ts';
import { onLongChats } from '../hosts/on-long-chats.ts';
import { queueHalvedStream, queueStream, sendUntilIdle } from '../hosts/streaming.ts';
import { startBareAppend } from '../references/bare-append.ts';
import { longChats } from '../workloads/long-chats.ts';
import { streamEnd, streamPieces } from '../workloads/stream.ts';
import { idOf } from '../workloads/write-chat.ts';
import { streamFigures } from './stream-figures.ts';

type Work = { time: number; longest: number };

/** The main thread's work while something is shown to its end. */
async function workOf(page: Page, show: () => Promise<unknown>): Promise<Work> {
  const thread = await mainThreadOf(page);
  const before = await thread.taskTime();
  const tasksBefore = await page.evaluate(() => window.bench.longTasks.length);
  await show();
  const time = (await thread.taskTime()) - before;
  const said = await page.locator('[role=log]').textContent();
  if (!said?.includes(streamEnd)) throw new Error('The stream did not come to its end in the page.');
  const tasks = await page.evaluate((from) => window.bench.longTasks.slice(from), tasksBefore);
  return { time, longest: Math.max(0, ...tasks) };
}

function bareWork(pages: Pages, address: string): Promise<Work> {
  return withPage(pages, async (page) => {
    await page.goto(address);
    return workOf(page, () => page.evaluate('read()'));
  });
}

/** The frames of a page while something is shown to its end; looking at them is work of its own. */
function bareFrames(pages: Pages, address: string): Promise<Frames> {
  return withPage(pages, async (page) => {
    await page.goto(address);
    return framesDuring(page, '[role=log]', () => page.evaluate('read()'));
  });
}

type Chats = { pages: Pages; stage: Stage; window: TrialWindow };

/** The work of a window that shows a chat while it streams, and others stream behind it. */
function visibleWork({ pages, stage, window }: Chats, ids: readonly WorkspaceId[]): Promise<Work> {
  const [shown] = ids;
  if (shown === undefined) throw new Error('One chat must be seen.');
  return withPage(pages, async (page) => {
    await openOn(page, stage.host.address, shown);
    await untilAllIsFetched(page);
    queueStream(stage.provider, ids.length);
    return workOf(page, () => Promise.all(ids.map((id) => sendUntilIdle(window, id, crypto.randomUUID()))));
  });
}

function visibleFrames({ pages, stage, window }: Chats, id: WorkspaceId): Promise<Frames> {
  return withPage(pages, async (page) => {
    await openOn(page, stage.host.address, id);
    await untilAllIsFetched(page);
    queueStream(stage.provider);
    return framesDuring(page, '[data-row]', async () => {
      await sendUntilIdle(window, id, crypto.randomUUID());
      await page.locator('[role=log]', { hasText: streamEnd }).waitFor();
    });
  });
}

/** Work of the second half of a stream, divided by that of the first. */
function halves(
  { pages, stage, window }: Chats,
  id: WorkspaceId,
): Promise<{ first: number; second: number }> {
  return withPage(pages, async (page) => {
    await openOn(page, stage.host.address, id);
    await untilAllIsFetched(page);
    const thread = await mainThreadOf(page);
    const { firstHalf, goOn } = queueHalvedStream(stage.provider);
    const before = await thread.taskTime();
    const idle = sendUntilIdle(window, id, crypto.randomUUID());
    await firstHalf;
    const half = await thread.taskTime();
    goOn();
    await idle;
    return { first: half - before, second: (await thread.taskTime()) - half };
  });
}

async function newChat({ stage, window }: Chats): Promise<WorkspaceId> {
  const folder = join(stage.folder, crypto.randomUUID());
  await mkdir(folder);
  const { id } = await window.client.workspace.create({ folder });
  return id;
}

export const streaming: BenchCase = {
  name: 'stream',
  slowed: true,
  figures: streamFigures,
  async run(measure, slowdown) {
    const bare = await startBareAppend(streamPieces);
    await withPages(slowdown, (pages) =>
      onLongChats(async (stage) => {
        const window = await openWindow(stage.host.address);
        const chats = { pages, stage, window };
        await measure(async () => {
          const reference = await bareWork(pages, bare.address);
          const empty = await visibleWork(chats, [await newChat(chats)]);
          const long = await visibleWork(chats, [idOf(longChats.tenThousand)]);
          const four = await Promise.all(Array.from({ length: 4 }, () => newChat(chats)));
          const hidden = await visibleWork(chats, four);
          const bareShown = await bareFrames(pages, bare.address);
          const shown = await visibleFrames(chats, await newChat(chats));
          const { first, second } = await halves(chats, await newChat(chats));
          return {
            'bare append': reference.time,
            'bare longest task': reference.longest,
            empty: empty.time,
            'longest task': Math.max(empty.longest, long.longest),
            'late frames': shown.late,
            'dropped frames': shown.dropped,
            'worst frame': shown.worst,
            'bare dropped frames': bareShown.dropped,
            'in 10,000': long.time,
            'with three hidden': hidden.time,
            'first half': first,
            'second half': second,
          };
        });
        window.close();
      }),
    );
    await bare.close();
  },
};
