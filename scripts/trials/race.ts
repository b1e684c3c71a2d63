import { parseArgs } from 'node:util';
import { z } from 'zod';
import { answer, ask, question, say } from '../../e2e/support/provider.ts';
import type { ToolCallId, WorkspaceId } from '../../src/shared/ids.ts';
import { Acknowledged, callKey } from './acknowledged.ts';
import { AgentStatus } from './agent-status.ts';
import { Person, waitingCalls } from './person.ts';
import { seededRandom } from './random.ts';
import { onStage } from './stage.ts';
import { lossesIn } from './stored.ts';
import { openWindow, type TrialWindow } from '../../test/main/http/trial-window.ts';

/**
 * Several windows answer the same question at the same instant, each with another option. Exactly one must win,
 * the others must be told that the question is no longer open, and the winner's answer must be the one that is
 * stored.
 */
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '200' }, seed: { type: 'string', default: `${Date.now()}` } },
});
const [rounds, seed] = [Number(values.rounds), Number(values.seed)];
const random = seededRandom(seed);
const labels = ['A', 'B', 'C', 'D'];

const notPending = z.object({ code: z.literal('not-pending') });

/** Lets every window answer; returns the labels of those that were told they won, and how many were refused. */
async function answerAtOnce(
  windows: readonly TrialWindow[],
  workspaceId: WorkspaceId,
  toolCallId: ToolCallId,
) {
  const order = windows
    .map((window, index) => ({ window, label: labels[index] ?? '', at: random() }))
    .sort((left, right) => left.at - right.at);
  const ends = await Promise.allSettled(
    order.map(async ({ window, label }) => {
      const answers = [{ questionId: '1', picks: [label] }];
      await window.client.workspace.answerAskUserQuestion({ workspaceId, toolCallId, answers });
      return label;
    }),
  );
  return {
    won: ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : [])),
    refused: ends.filter((end) => end.status === 'rejected' && notPending.safeParse(end.reason).success)
      .length,
  };
}

async function nextCall(person: Person): Promise<ToolCallId> {
  const calls: ToolCallId[] = [];
  await person.watch((transcript) => calls.push(...waitingCalls(transcript)) > 0);
  const [call] = calls;
  if (call === undefined) throw new Error('No question came.');
  return call;
}

const asks = answer(ask('call', { questions: [question('Which?', 'Which', ...labels)] }));
await onStage(
  async ({ host, dataDir }) => {
    await host.start();
    const windows = await Promise.all([...labels, ''].map(() => openWindow(host.address)));
    const watching = windows.pop();
    if (watching === undefined) throw new Error('A race needs a window.');
    const agent = await AgentStatus.follow(watching);
    const { id: workspaceId } = agent.workspace;
    const person = new Person(watching, workspaceId, new Acknowledged());
    const figures = {
      rounds,
      seed,
      windows: windows.length,
      unfair: 0,
      lost: 0,
      winners: new Map<string, number>(),
    };
    for (let round = 0; round < rounds; round += 1) {
      await person.write();
      const call = await nextCall(person);
      const { won, refused } = await answerAtOnce(windows, workspaceId, call);
      const [winner = ''] = won;
      if (won.length !== 1 || refused !== windows.length - 1) figures.unfair += 1;
      figures.winners.set(winner, (figures.winners.get(winner) ?? 0) + 1);
      const account = new Acknowledged();
      account.answers.set(callKey(workspaceId, call), winner);
      figures.lost += lossesIn(dataDir, account).answers;
      await agent.until('idle');
    }
    for (const window of [...windows, watching]) window.close();
    const winners = Object.fromEntries(figures.winners);
    process.stdout.write(`${JSON.stringify({ ...figures, winners }, null, 2)}\n`);
    process.exitCode = figures.unfair + figures.lost === 0 ? 0 : 1;
  },
  { replies: Array.from({ length: rounds }, () => [asks, say('Thank you.')]).flat() },
);
