import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { onStage, type Stage } from '../../scripts/trials/stage.ts';
import type { BenchCase } from '../bench-case.ts';
import { openOn } from '../browser/open-chat.ts';
import { wakeUpsOf } from '../browser/wake-ups.ts';
import { withBrowser } from '../browser/with-browser.ts';
import { withPage } from '../browser/with-page.ts';
import { pagesTime, processTime } from '../hosts/process-time.ts';
import { barePage } from '../references/bare-page.ts';
import { startPageServer } from '../references/reference-server.ts';
import { openChatWriter } from '../workloads/chat-writer.ts';
import { idOf } from '../workloads/write-chat.ts';

const minute = 60_000;
/** What a page does after it has been opened is over by then. */
const untilAtRest = 5_000;

const chat = (index: number) => ({ name: `Idle ${index}`, messages: 0, shape: 'alternating' as const });

function write200(stage: Stage): void {
  const writer = openChatWriter(stage.dataDir);
  for (let index = 0; index < 200; index += 1)
    writer.addWorkspace(idOf(chat(index)), chat(index).name, join(stage.folder, 'work'));
  writer.close();
}

export const idle: BenchCase = {
  name: 'idle',
  rounds: { warmUps: 0, runs: 1 },
  figures: [
    {
      type: 'value',
      title: 'times the window is woken in a minute',
      of: 'wake-ups',
      unit: '',
      goal: { atMost: 0 },
    },
    { type: 'value', title: 'processor, host and window', of: 'both', unit: '%', goal: { atMost: 0.5 } },
    { type: 'value', title: 'of it the host', of: 'host', unit: '%' },
    { type: 'value', title: 'of it the window', of: 'window', unit: '%' },
    { type: 'value', title: 'a bare page', of: 'bare page', unit: '%' },
  ],
  async run(measure) {
    const bare = await startPageServer(barePage);
    await withBrowser((bareBrowser) =>
      withBrowser((browser) =>
        onStage(async (stage) => {
          write200(stage);
          await stage.host.start();
          const { pid } = stage.host;
          if (pid === undefined) throw new Error('The host has no process.');
          await withPage(bareBrowser, (other) =>
            withPage(browser, async (page) => {
              await other.goto(bare.address);
              await openOn(page, stage.host.address, idOf(chat(0)));
              await wait(untilAtRest);
              await measure(async () => {
                const times = async () => ({
                  host: await processTime(pid),
                  window: await pagesTime(browser),
                  bare: await pagesTime(bareBrowser),
                });
                let [before, after] = [await times(), await times()];
                const wakeUps = await wakeUpsOf(browser, page, async () => {
                  before = await times();
                  await wait(minute);
                  after = await times();
                });
                const share = (which: keyof typeof before) => ((after[which] - before[which]) / minute) * 100;
                return {
                  'wake-ups': wakeUps,
                  host: share('host'),
                  window: share('window'),
                  'bare page': share('bare'),
                  both: share('host') + share('window'),
                };
              });
            }),
          );
        }),
      ),
    );
    await bare.close();
  },
};
