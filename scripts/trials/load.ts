import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { answer, ask, question } from '../../e2e/support/provider.ts';
import { Acknowledged, callKey } from './acknowledged.ts';
import { openChat, untilAsked, type Waiting } from './load/asking-chat.ts';
import { durableAnswers } from './load/durable-answers.ts';
import { heardAnswers } from './load/heard-answers.ts';
import { askByMcp, type McpAsker } from './load/mcp-asker.ts';
import { memoryOf } from './load/memory-of.ts';
import { percentile } from './percentile.ts';
import { oneOf, seededRandom } from './random.ts';
import { onStage, type Stage } from './stage.ts';
import { lossesIn } from './stored.ts';
import { openWindow, type TrialWindow } from '../../test/main/http/trial-window.ts';

/**
 * Lets many chats ask many questions each while clients of the MCP endpoint ask as well, answers them all
 * from one window, and prints how long an answer took to be settled and what memory the host had. Every
 * answer must be stored, and reach the one who asked.
 */
const { values } = parseArgs({
  options: {
    workspaces: { type: 'string', default: '200' },
    questions: { type: 'string', default: '5' },
    clients: { type: 'string', default: '50' },
  },
});
const [workspaces, questions, clients] = [
  Number(values.workspaces),
  Number(values.questions),
  Number(values.clients),
];
const random = seededRandom(1);
/** Number of asks answered one after the other, to see what one answer takes. */
const oneByOne = 50;

const account = new Acknowledged();
const picked = new Map<string, string>();

/** Answers one question; gives the milliseconds until the window was told that this is settled. */
async function answerOne(window: TrialWindow, { workspaceId, toolCallId, labels }: Waiting): Promise<number> {
  const [first = '', ...others] = labels;
  const label = oneOf(random, [first, ...others]);
  const began = performance.now();
  const answers = [{ questionId: '1', picks: [label] }];
  await window.client.workspace.answerAskUserQuestion({ workspaceId, toolCallId, answers });
  const took = performance.now() - began;
  account.answers.set(callKey(workspaceId, toolCallId), label);
  picked.set(first, label);
  return took;
}

async function answerOneByOne(window: TrialWindow, waiting: readonly Waiting[]): Promise<number[]> {
  const times: number[] = [];
  for (const asked of waiting) times.push(await answerOne(window, asked));
  return times;
}

/** The options of a chat's questions occur nowhere else. */
const repliesOf = (chat: number, count: number) =>
  answer(
    ...Array.from({ length: count }, (_, index) => {
      const labels = [`A ${chat}.${index}`, `B ${chat}.${index}`];
      return ask(`call-${index}`, { questions: [question(`Which ${index}?`, 'Which', ...labels)] });
    }),
  );

/** The clients ask in the chats' own folders, each in another. */
async function letClientsAsk(
  { host, folder }: Stage,
  window: TrialWindow,
  chats: readonly Waiting[][],
): Promise<{ askers: McpAsker[]; waiting: Waiting[] }> {
  const places = chats.slice(0, clients);
  const askers = await Promise.all(
    places.map((_, index) => askByMcp(host.address, index, join(folder, `project-${index}`))),
  );
  const asked = await Promise.all(
    places.map(async ([first]) =>
      first === undefined ? [] : untilAsked(window, first.workspaceId, questions + 1),
    ),
  );
  return { askers, waiting: asked.flatMap((all) => all.slice(-1)) };
}

const timesOf = (times: readonly number[]) => ({
  p50: Math.round(percentile(times, 50) * 10) / 10,
  p99: Math.round(percentile(times, 99) * 10) / 10,
});

await onStage(
  async (stage) => {
    const { host, dataDir, folder, provider } = stage;
    await host.start();
    const window = await openWindow(host.address);
    const few = await openChat(window, join(folder, 'alone'), oneByOne);
    const alone = await answerOneByOne(window, few);
    await provider.request(1);
    const before = memoryOf(host.pid);
    const chats = await Promise.all(
      Array.from({ length: workspaces }, (_, index) =>
        openChat(window, join(folder, `project-${index}`), questions),
      ),
    );
    const { askers, waiting: outside } = await letClientsAsk(stage, window, chats);
    const full = memoryOf(host.pid);
    const waiting = chats.flat();
    const pending = waiting.length + outside.length;
    const among = await answerOneByOne(window, waiting.slice(0, oneByOne));
    const rest = [...waiting.slice(oneByOne), ...outside];
    const began = performance.now();
    const atOnce = await Promise.all(rest.map((asked) => answerOne(window, asked)));
    const answersPerSecond = Math.round((rest.length * 1_000) / (performance.now() - began));
    await provider.request(2 * (workspaces + 1) - 1);
    const answered = await Promise.all(askers.map((asker) => asker.answered));
    const heard = heardAnswers(provider.requests.map(({ body }) => body));
    askers.forEach(({ labels: [first] }, index) => heard.set(first, answered[index] ?? ''));
    const astray = [...picked].filter(([first, label]) => !isAnsweredBy(heard.get(first), label)).length;
    await Promise.all(askers.map((asker) => asker.close()));
    window.close();
    const figures = {
      workspaces,
      clients: askers.length,
      pending,
      landed: account.answers.size,
      lost: lossesIn(dataDir, account).answers,
      astray,
      answerToSettledMs: { alone: timesOf(alone), amongAll: timesOf(among), atOnce: timesOf(atOnce) },
      atOncePerSecond: answersPerSecond,
      durablePerSecond: durableAnswers(folder),
      memoryMb: { before, full },
    };
    process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
    const all = workspaces * questions + clients + oneByOne;
    process.exitCode = figures.lost + astray === 0 && figures.landed === all ? 0 : 1;
  },
  {
    replies: [
      repliesOf(-1, oneByOne),
      { type: 'answer', blocks: [{ type: 'text', text: 'Thank you.' }] },
      ...Array.from({ length: workspaces }, (_, chat) => repliesOf(chat, questions)),
    ],
  },
);

/** True when an asker read this answer, and no other of its options. */
function isAnsweredBy(text: string | undefined, label: string): boolean {
  const others = text?.match(/(?:[AB] -?\d+\.\d+|Client \d+ (?:first|second))\b/g) ?? [];
  return others.length > 0 && others.every((found) => found === label);
}
