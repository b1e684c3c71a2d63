import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Page } from 'playwright';
import { answer, say } from '../../e2e/support/provider.ts';
import { Person, waitingPermissions } from '../../scripts/trials/person.ts';
import { Acknowledged } from '../../scripts/trials/acknowledged.ts';
import { onStage, type Stage } from '../../scripts/trials/stage.ts';
import { openWindow, type TrialWindow } from '../../test/main/http/trial-window.ts';
import { CommandOutputRecorder } from '../../src/main/commands/running-command.ts';
import type { WorkspaceId } from '../../src/shared/ids.ts';
import type { BenchCase, Sample } from '../bench-case.ts';
import { framesDuring } from '../browser/frames.ts';
import { mainThreadOf } from '../browser/main-thread.ts';
import { openOn, untilAllIsFetched } from '../browser/open-chat.ts';
import { type Pages, withPage, withPages } from '../browser/pages.ts';
import { sendUntilIdle } from '../hosts/streaming.ts';
import { BareLines } from '../references/bare-lines.ts';
import { floodCommand, testOutput } from '../workloads/command-output.ts';

const megabytes = 4;
const seconds = 3;
const pieceSize = 65_536;

function piecesOf(text: string): string[] {
  return Array.from({ length: Math.ceil(text.length / pieceSize) }, (_, index) =>
    text.slice(index * pieceSize, (index + 1) * pieceSize),
  );
}

const pieces = piecesOf(testOutput(megabytes));

/** The time that main works on an output, without its rests in between, in milliseconds of a megabyte. */
async function recordedTime(recorder: CommandOutputRecorder): Promise<number> {
  recorder.hurry();
  const began = process.cpuUsage();
  for (const piece of pieces) await recorder.write(piece);
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1_000 / megabytes;
}

function bareTime(): number {
  const bare = new BareLines();
  const began = process.cpuUsage();
  for (const piece of pieces) bare.write(piece);
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1_000 / megabytes;
}

/** Collects garbage, so that it does not count as memory that is needed. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (isFunction(collect)) collect();
}

const isFunction = (value: unknown): value is () => void => typeof value === 'function';

/** The heap that an output takes after so many rounds of it, in megabytes. */
async function heapAfter(recorder: CommandOutputRecorder, rounds: number): Promise<number> {
  for (let round = 0; round < rounds; round += 1) await recordedTime(recorder);
  collectGarbage();
  return process.memoryUsage().heapUsed / 1_000_000;
}

async function inMain(): Promise<Sample> {
  const recorder = await CommandOutputRecorder.open();
  const recorded = await recordedTime(recorder);
  const bare = bareTime();
  const first = await heapAfter(recorder, 5);
  const last = await heapAfter(recorder, 10);
  recorder.end();
  return { recorded, bare, growth: Math.max(0, last - first) };
}

type Chat = { stage: Stage; window: TrialWindow; workspaceId: WorkspaceId };

/** Has the agent of a chat run a command, allows it, and waits until it has ended. */
async function runCommand({ stage, window, workspaceId }: Chat, command: string): Promise<void> {
  const id = crypto.randomUUID();
  stage.provider.reply(
    answer({ type: 'tool_use', id, name: 'run_command', input: { command } }),
    say('Done.'),
  );
  const person = new Person(window, workspaceId, new Acknowledged());
  const asked = person.watch((now) => waitingPermissions(now).length > 0);
  const idle = sendUntilIdle(window, workspaceId, id);
  await asked;
  const [waiting] = waitingPermissions(person.transcript);
  if (waiting === undefined) throw new Error('Nothing waits.');
  const { toolCallId, permission } = waiting;
  const about = { workspaceId, toolCallId, permissionId: permission.id };
  await window.client.workspace.answerPermission({ ...about, answer: { choiceId: 'once' } });
  await idle;
}

async function workOf(page: Page, chat: Chat, rate: number): Promise<number> {
  const thread = await mainThreadOf(page);
  const before = await thread.taskTime();
  await runCommand(chat, floodCommand(rate, seconds));
  return (await thread.taskTime()) - before;
}

/** A window that shows a command while it puts out 10,000 lines a second, beside one of 20. */
function inWindow(pages: Pages, chat: Chat): Promise<Sample> {
  return withPage(pages, async (page) => {
    await openOn(page, chat.stage.host.address, chat.workspaceId);
    await untilAllIsFetched(page);
    const trickle = await workOf(page, chat, 20);
    const flood = await workOf(page, chat, 10_000);
    const framesOf = (rate: number) =>
      framesDuring(page, '[data-row]', () => runCommand(chat, floodCommand(rate, seconds)));
    const [few, many] = [await framesOf(20), await framesOf(10_000)];
    return { trickle, flood, late: many.late, worst: many.worst, 'late of few': few.late };
  });
}

export const commandOutput: BenchCase = {
  name: 'command-output',
  slowed: true,
  figures: [
    {
      type: 'ratio',
      title: 'main’s time for a megabyte of test output, to plain lines',
      of: 'recorded',
      to: 'bare',
      slowed: false,
    },
    { type: 'value', title: 'the same', of: 'recorded', unit: 'ms', slowed: false },
    {
      type: 'value',
      title: 'heap that 40 MB more of it take',
      of: 'growth',
      unit: 'MB',
      slowed: false,
      goal: { atMost: 20 },
    },
    {
      type: 'ratio',
      title: 'the window’s time for 10,000 lines a second, to 20 a second',
      of: 'flood',
      to: 'trickle',
      goal: { atMost: 3 },
    },
    { type: 'value', title: 'frames over 50 ms meanwhile', of: 'late', unit: '', goal: { atMost: 0 } },
    { type: 'value', title: 'the same with 20 lines a second', of: 'late of few', unit: '' },
    { type: 'value', title: 'worst frame', of: 'worst', unit: 'ms', goal: { atMost: 50 } },
  ],
  async run(measure, slowdown) {
    await withPages(slowdown, (pages) =>
      onStage(async (stage) => {
        await stage.host.start();
        const window = await openWindow(stage.host.address);
        const { id: workspaceId } = await window.client.workspace.create({ folder: stage.workspaceDir });
        await window.client.workspace.setMode({ workspaceId, mode: 'exec' });
        const chat = { stage, window, workspaceId };
        await measure(async () => ({ ...(await inMain()), ...(await inWindow(pages, chat)) }));
        window.close();
      }),
    );
  },
};
