import { AskUserQuestionManager } from '../../src/main/questions/ask-user-question-manager.ts';
import { toolCallIdSchema, workspaceIdSchema } from '../../src/shared/ids.ts';
import type { BenchCase } from '../bench-case.ts';
import { ratePerSecond } from '../rate.ts';
import { WaitingPromises } from '../references/waiting-promises.ts';
import { plainAnswer, plainQuestion } from '../workloads/asking.ts';

const workspaceId = workspaceIdSchema.parse('bench');
const callIds = Array.from({ length: 20_000 }, (_, index) => toolCallIdSchema.parse(`call-${index}`));
const [firstCall = toolCallIdSchema.parse('call')] = callIds;
const reads = 5_000_000;

/** A manager that keeps nothing. */
function managerAlone() {
  const journal = { opened: () => undefined, settled: () => undefined };
  return new AskUserQuestionManager<null>(journal, () => 0);
}

type Manager = ReturnType<typeof managerAlone>;

const register = (manager: Manager, callId: typeof firstCall) =>
  manager.registerPending(workspaceId, callId, [plainQuestion], { details: null });

/** Registers and answers, a thousand waiting at a time. */
function answerRate(): Promise<number> {
  const manager = managerAlone();
  return ratePerSecond(callIds.length / 1_000, async (batch) => {
    const ids = callIds.slice(batch * 1_000, (batch + 1) * 1_000);
    const outcomes = ids.map((id) => register(manager, id));
    for (const id of ids) manager.answer(workspaceId, id, [plainAnswer]);
    await Promise.all(outcomes);
  });
}

function bareRate(): Promise<number> {
  const bare = new WaitingPromises();
  return ratePerSecond(callIds.length / 1_000, async (batch) => {
    const ids = callIds.slice(batch * 1_000, (batch + 1) * 1_000);
    const answers = ids.map((id) => bare.wait(`${workspaceId} ${id}`));
    for (const id of ids) bare.answer(`${workspaceId} ${id}`, 'A');
    await Promise.all(answers);
  });
}

/** The time of many looks at the latest question, in milliseconds, with so many waiting. */
function latestTime(pending: number): number {
  const manager = managerAlone();
  for (const id of callIds.slice(0, pending)) void register(manager, id);
  const began = performance.now();
  for (let read = 0; read < reads; read += 1) manager.getLatestPending(workspaceId);
  return performance.now() - began;
}

export const manager: BenchCase = {
  name: 'manager',
  figures: [
    {
      type: 'ratio',
      title: 'register → answer, rate, to a bare map of promises',
      of: 'answers per second',
      to: 'bare answers per second',
      goal: { atLeast: 0.5 },
    },
    {
      type: 'ratio',
      title: 'latest of 10,000 pending, to the latest of one',
      of: 'latest of 10,000',
      to: 'latest of one',
      goal: { atMost: 1.2 },
    },
  ],
  async run(measure) {
    await measure(async () => ({
      'answers per second': (await answerRate()) * 1_000,
      'bare answers per second': (await bareRate()) * 1_000,
      'latest of one': latestTime(1),
      'latest of 10,000': latestTime(10_000),
    }));
  },
};
