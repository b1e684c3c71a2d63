import { mkdir } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { answer, ask, question } from '../../e2e/support/provider.ts';
import type { ToolCallId, WorkspaceId } from '../../src/shared/ids.ts';
import { Acknowledged, callKey } from './acknowledged.ts';
import { percentile } from './percentile.ts';
import { Person, waitingCalls } from './person.ts';
import { oneOf, seededRandom } from './random.ts';
import { onStage } from './stage.ts';
import { lossesIn } from './stored.ts';
import { openWindow, type TrialWindow } from './window.ts';

/**
 * Lets many chats ask many questions each at once, answers them all from one window, and prints how long
 * an answer took to be settled and what memory the host had. Every answer must land.
 */
const { values } = parseArgs({
  options: { workspaces: { type: 'string', default: '200' }, questions: { type: 'string', default: '5' } },
});
const [workspaces, questions] = [Number(values.workspaces), Number(values.questions)];
const random = seededRandom(1);

type Waiting = { workspaceId: WorkspaceId; toolCallId: ToolCallId };

/** Opens a chat, lets its agent ask, and gives the calls that wait. */
async function openChat(window: TrialWindow, folder: string): Promise<Waiting[]> {
  await mkdir(folder);
  const { id: workspaceId } = await window.client.workspace.create({ folder });
  const person = new Person(window, workspaceId, new Acknowledged());
  await person.write();
  let calls: ToolCallId[] = [];
  await person.watch((transcript) => {
    calls = waitingCalls(transcript);
    return calls.length === questions;
  });
  return calls.map((toolCallId) => ({ workspaceId, toolCallId }));
}

/** What the host's process holds in memory, in megabytes; where the system does not tell, null. */
function memoryOf(pid: number | undefined): number | null {
  try {
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kilobytes === undefined ? null : Math.round(Number(kilobytes) / 1024);
  } catch {
    return null;
  }
}

const calls = Array.from({ length: questions }, (_, index) =>
  ask(`call-${index}`, { questions: [question(`Which ${index}?`, 'Which', 'A', 'B')] }),
);
await onStage(
  async ({ host, dataDir, folder }) => {
    await host.start();
    const window = await openWindow(host.address);
    const before = memoryOf(host.pid);
    const opened = await Promise.all(
      Array.from({ length: workspaces }, (_, index) => openChat(window, join(folder, `project-${index}`))),
    );
    const waiting = opened.flat();
    const full = memoryOf(host.pid);
    const account = new Acknowledged();
    const times: number[] = [];
    await Promise.all(
      waiting.map(async ({ workspaceId, toolCallId }) => {
        const label = oneOf(random, ['A', 'B']);
        const began = performance.now();
        const answers = [{ questionId: '1', picks: [label] }];
        await window.client.workspace.answerAskUserQuestion({ workspaceId, toolCallId, answers });
        times.push(performance.now() - began);
        account.answers.set(callKey(workspaceId, toolCallId), label);
      }),
    );
    window.close();
    const figures = {
      workspaces,
      pending: waiting.length,
      landed: account.answers.size,
      lost: lossesIn(dataDir, account).answers,
      answerToSettledMs: {
        atOnce: { p50: Math.round(percentile(times, 50)), p99: Math.round(percentile(times, 99)) },
      },
      memoryMb: { before, full },
    };
    process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
    process.exitCode = figures.lost === 0 && figures.landed === workspaces * questions ? 0 : 1;
  },
  { replies: Array.from({ length: workspaces }, () => answer(...calls)) },
);
