import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { say } from '../../e2e/support/provider.ts';
import { Acknowledged } from '../../scripts/trials/acknowledged.ts';
import { Person, waitingPermissions } from '../../scripts/trials/person.ts';
import { onStage, type Stage } from '../../scripts/trials/stage.ts';
import { openWindow, type TrialWindow } from '../../test/main/http/trial-window.ts';
import { rowsAtOnce } from '../../src/renderer/cards/permission/changed-lines.ts';
import type { WorkspaceId } from '../../src/shared/ids.ts';
import type { BenchCase, Sample } from '../bench-case.ts';
import { mainThreadOf } from '../browser/main-thread.ts';
import { openOn, untilAllIsFetched } from '../browser/open-chat.ts';
import { type Pages, withPage, withPages } from '../browser/pages.ts';
import { type AgentPrompts, nameScriptedAgent } from '../hosts/external-agent.ts';
import { queueStream, sendUntilIdle } from '../hosts/streaming.ts';
import { largeFile } from '../workloads/external-agent.ts';
import { streamEnd } from '../workloads/stream.ts';

type Chats = { pages: Pages; stage: Stage; window: TrialWindow; prompts: AgentPrompts };

type Chat = { id: WorkspaceId; folder: string };

async function newChat({ stage, window: { client } }: Chats, agent: string | undefined): Promise<Chat> {
  const folder = join(stage.folder, crypto.randomUUID());
  await mkdir(folder);
  const { id } = await client.workspace.create({ folder });
  if (agent !== undefined) await client.workspace.setAgent({ workspaceId: id, agent });
  return { id, folder };
}

const external = 'acp/scripted';

/** The main thread's work for one answer in a chat that has had one before. */
function turnWork(chats: Chats, agent: string | undefined): Promise<number> {
  const { pages, stage, window, prompts } = chats;
  return withPage(pages, async (page) => {
    const { id } = await newChat(chats, agent);
    if (agent === undefined) stage.provider.reply(say('Hello.'));
    await sendUntilIdle(window, id, crypto.randomUUID(), 'hello');
    await openOn(page, stage.host.address, id);
    await untilAllIsFetched(page);
    if (agent === undefined) queueStream(stage.provider);
    const thread = await mainThreadOf(page);
    const before = await thread.taskTime();
    await sendUntilIdle(window, id, crypto.randomUUID(), prompts.stream);
    const time = (await thread.taskTime()) - before;
    const said = await page.locator('[role=log]').textContent();
    if (!said?.includes(streamEnd)) throw new Error('The stream did not come to its end in the page.');
    return time;
  });
}

/** The longest task of 50 ms and more while something is done in a page, and until it has come to rest. */
async function longestTask(page: Page, work: () => Promise<unknown>): Promise<number> {
  const thread = await mainThreadOf(page);
  await thread.taskTime();
  const from = await page.evaluate(() => window.bench.longTasks.length);
  await work();
  await thread.taskTime();
  const tasks = await page.evaluate((first) => window.bench.longTasks.slice(first), from);
  return Math.max(0, ...tasks);
}

/** Waits without looking at the thousands of lines, which would be work of its own. */
const piecesShown = (page: Page, least: number): Promise<number> =>
  page.evaluate(
    (expected) =>
      window.bench.painted(() => document.getElementsByClassName('diff-piece').length >= expected),
    least,
  );

const clickIn = (page: Page, words: string): Promise<void> =>
  page.evaluate((expected) => {
    const buttons = [...document.querySelectorAll<HTMLElement>('[data-state] button')];
    const button = buttons.find((one) => one.textContent === expected || one.ariaLabel === expected);
    if (button === undefined) throw new Error(`There is no button “${expected}”.`);
    button.click();
  }, words);

/** Allows the one thing that a chat asks permission for, as another window does. */
async function allow(window: TrialWindow, workspaceId: WorkspaceId): Promise<void> {
  const person = new Person(window, workspaceId, new Acknowledged());
  await person.watch((now) => waitingPermissions(now).length > 0);
  const [waiting] = waitingPermissions(person.transcript);
  if (waiting === undefined) throw new Error('Nothing waits.');
  const { toolCallId, permission } = waiting;
  const about = { workspaceId, toolCallId, permissionId: permission.id };
  await window.client.workspace.answerPermission({ ...about, answer: { choiceId: 'allow-once' } });
}

/** A change of every line of a file, 1 MB together: proposed on a card, shown there whole, allowed, and opened again. */
function largeEdit(chats: Chats): Promise<Sample> {
  const { pages, stage, window, prompts } = chats;
  return withPage(pages, async (page) => {
    const { id, folder } = await newChat(chats, external);
    await writeFile(join(folder, largeFile.path), largeFile.before);
    await sendUntilIdle(window, id, crypto.randomUUID(), 'hello');
    await openOn(page, stage.host.address, id);
    await untilAllIsFetched(page);
    let idle: Promise<void> | undefined;
    const arrives = await longestTask(page, async () => {
      idle = sendUntilIdle(window, id, crypto.randomUUID(), prompts.edit);
      // Where the page fails first, its failure is the one to be seen.
      idle.catch(() => undefined);
      await piecesShown(page, 1);
    });
    const whole = await longestTask(page, async () => {
      await clickIn(page, 'Show everything');
      await piecesShown(page, Math.floor((2 * largeFile.lines) / rowsAtOnce));
    });
    const settles = await longestTask(page, async () => {
      await allow(window, id);
      await idle;
    });
    const opens = await longestTask(page, async () => {
      await clickIn(page, 'Collapse');
      await piecesShown(page, 1);
    });
    const again = await longestTask(page, async () => {
      await clickIn(page, 'Show everything');
      await piecesShown(page, Math.floor((2 * largeFile.lines) / rowsAtOnce));
    });
    return { arrives, whole, settles, opens, again };
  });
}

export const externalAgents: BenchCase = {
  name: 'external-agent',
  slowed: true,
  figures: [
    {
      type: 'ratio',
      title: 'main-thread time of an external agent’s 20,000 characters, to a model’s',
      of: 'external turn',
      to: 'model turn',
      goal: { atMost: 1.2 },
    },
    ...(
      [
        ['arrives', 'longest task of 50 ms and more while a change of 1 MB is proposed'],
        ['whole', 'the same while it is shown whole'],
        ['settles', 'while it is allowed'],
        ['opens', 'while it is opened again'],
        ['again', 'while it is shown whole once more'],
      ] as const
    ).map(([of, title]) => ({ type: 'value' as const, title, of, unit: 'ms', goal: { atMost: 50 } })),
  ],
  async run(measure, slowdown) {
    await withPages(slowdown, (pages) =>
      onStage(async (stage) => {
        const prompts = nameScriptedAgent(stage);
        await stage.host.start();
        const window = await openWindow(stage.host.address);
        const chats = { pages, stage, window, prompts };
        await measure(async () => {
          const model = await turnWork(chats, undefined);
          const agent = await turnWork(chats, external);
          return { 'model turn': model, 'external turn': agent, ...(await largeEdit(chats)) };
        });
        window.close();
      }),
    );
  },
};
