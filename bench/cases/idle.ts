import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, Page } from 'playwright';
import { onStage, type Stage } from '../../scripts/trials/stage.ts';
import type { BenchCase, Sample } from '../bench-case.ts';
import { openOn } from '../browser/open-chat.ts';
import { wakeUpsOf } from '../browser/wake-ups.ts';
import { withPage, withPages } from '../browser/pages.ts';
import { pagesTime, processTime } from '../hosts/process-time.ts';
import { barePage } from '../references/bare-page.ts';
import { startPageServer } from '../references/reference-server.ts';
import { openChatWriter } from '../workloads/chat-writer.ts';
import { idOf } from '../workloads/write-chat.ts';
import { idleFigures } from './idle-figures.ts';

const minute = 60_000;
const caretTime = 20_000;
/** Time after which a page that was opened, or got the focus, is idle. */
const untilAtRest = 5_000;

const chat = (index: number) => ({ name: `Idle ${index}`, messages: 0, shape: 'alternating' as const });

function write200(stage: Stage): void {
  const writer = openChatWriter(stage.dataDir);
  for (let index = 0; index < 200; index += 1)
    writer.addWorkspace(idOf(chat(index)), chat(index).name, join(stage.folder, 'work'));
  writer.close();
}

/** A window of the host and a bare page, each in a browser of its own, so that their processes are known. */
type Both = { pid: number; browser: Browser; page: Page; bareBrowser: Browser; bare: Page };

/** The part of one processor, in per cent, that each takes for so long. */
async function shares({ pid, browser, bareBrowser }: Both, milliseconds: number): Promise<Sample> {
  const times = async () => [await processTime(pid), await pagesTime(browser), await pagesTime(bareBrowser)];
  const before = await times();
  await wait(milliseconds);
  const [host = 0, window = 0, bare = 0] = (await times()).map(
    (time, index) => ((time - (before[index] ?? 0)) / milliseconds) * 100,
  );
  return { host, window, both: host + window, bare };
}

/** A caret that blinks is drawn twice a second; the browser does that, for a bare page too. */
async function withCaret(both: Both, isThere: boolean): Promise<void> {
  for (const page of [both.page, both.bare]) {
    const field = page.locator('textarea');
    await (isThere ? field.focus() : field.blur());
  }
  await wait(untilAtRest);
}

async function measureIdle(both: Both): Promise<Sample> {
  await withCaret(both, false);
  let resting: Sample = {};
  const wakeUps = await wakeUpsOf(both.browser, both.page, async () => {
    resting = await shares(both, minute);
  });
  await withCaret(both, true);
  const { both: blinking = 0, bare: bareBlinking = 0 } = await shares(both, caretTime);
  return { ...resting, wakeUps, blinking, bareBlinking };
}

export const idle: BenchCase = {
  name: 'idle',
  rounds: { warmUps: 0, runs: 1 },
  figures: idleFigures,
  async run(measure) {
    const server = await startPageServer(barePage);
    await withPages(1, (barePages) =>
      withPages(1, (pages) =>
        onStage(async (stage) => {
          write200(stage);
          await stage.host.start();
          const { pid } = stage.host;
          if (pid === undefined) throw new Error('The host has no process.');
          await withPage(barePages, (bare) =>
            withPage(pages, async (page) => {
              await bare.goto(server.address);
              await openOn(page, stage.host.address, idOf(chat(0)));
              const both = { pid, browser: pages.browser, page, bareBrowser: barePages.browser, bare };
              await measure(() => measureIdle(both));
            }),
          );
        }),
      ),
    );
    await server.close();
  },
};
