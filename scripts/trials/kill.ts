import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { answer, ask, question } from '../../e2e/support/provider.ts';
import { Acknowledged } from './acknowledged.ts';
import { firstWorkspace } from './first-workspace.ts';
import { orphanedCalls } from './orphans.ts';
import { Person, waitingCalls } from './person.ts';
import { seededRandom } from './random.ts';
import { onStage, type Stage } from './stage.ts';
import { type Losses, lossesIn } from './stored.ts';
import { openWindow } from './window.ts';

/**
 * Ends the browser host with SIGKILL at random moments while a window writes, types, picks and answers,
 * and looks each time whether everything that was acknowledged is there and a waiting question can be
 * answered. Prints its figures as JSON and fails when one of them is a loss.
 */
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '200' }, seed: { type: 'string', default: `${Date.now()}` } },
});
const [rounds, seed] = [Number(values.rounds), Number(values.seed)];
const random = seededRandom(seed);

/** How long a waiting question may take to be there and to be answered after a start, in milliseconds. */
const patience = 15_000;
const longestRound = 500;

const asks = answer(
  { type: 'text', text: 'Before I go on, one thing has to be decided by you.' },
  ask('call', { questions: [question('Which way?', 'Way', 'A', 'B')] }),
);
const acknowledged = new Acknowledged();
const lost: Losses = { messages: 0, answers: 0, picks: 0, drafts: 0, corrupt: 0 };
let unanswerable = 0;

/** One life of the host. */
async function round({ host, dataDir }: Stage): Promise<void> {
  await host.start();
  const window = await openWindow(host.address);
  const workspace = await firstWorkspace(window);
  const person = new Person(window, workspace.id, acknowledged, random);
  if (workspace.waiting > 0) unanswerable += Number(!(await canAnswer(person)));
  else if (workspace.turn.status === 'interrupted')
    await window.client.workspace.resume({ workspaceId: workspace.id });
  const broken = () => undefined;
  person.watch().catch(broken);
  await Promise.race([person.act().catch(broken), wait(20 + random() * longestRound)]);
  await host.end('SIGKILL');
  window.close();
  const now = lossesIn(dataDir, acknowledged);
  lost.messages += now.messages;
  lost.answers += now.answers;
  lost.picks += now.picks;
  lost.drafts += now.drafts;
  lost.corrupt += now.corrupt;
}

async function canAnswer(person: Person): Promise<boolean> {
  const answered = person
    .watch((transcript) => waitingCalls(transcript).length > 0)
    .then(() => person.answerFirst());
  return Promise.race([answered, wait(patience, false, { ref: false })]);
}

await onStage(
  Array.from({ length: rounds * 200 }, () => ({ ...asks, pauseMs: 1 })),
  async (stage) => {
    const began = performance.now();
    for (let count = 0; count < rounds; count += 1) await round(stage);
    const { requests } = stage.provider;
    const orphaned = requests.reduce((sum, { body }) => sum + orphanedCalls(body), 0);
    const { messages, answers, picks } = acknowledged;
    const figures = {
      rounds,
      seed,
      acknowledged: { messages: messages.size, answers: answers.size, picks: picks.size },
      lost,
      unanswerable,
      modelRequests: requests.length,
      orphanedCalls: orphaned,
      seconds: Math.round((performance.now() - began) / 1000),
    };
    process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
    const losses = Object.values(lost).reduce((sum, count) => sum + count, unanswerable + orphaned);
    process.exitCode = losses === 0 && answers.size > 0 ? 0 : 1;
  },
);
