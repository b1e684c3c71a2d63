import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { answer, ask, question } from '../../e2e/support/provider.ts';
import { markerVariable } from '../../src/main/commands/processes.ts';
import type { Block, ServerReply } from '../../test/main/agents/model/anthropic-server.ts';
import { Acknowledged } from './acknowledged.ts';
import { processesWith } from './kill/asks/trial-processes.ts';
import { trialVariable } from './kill/asks/trial-log.ts';
import { memoryOf } from './load/memory-of.ts';
import { percentile } from './percentile.ts';
import { Person, waitingAsks, waitingPermissions } from './person.ts';
import { onStage, type Stage } from './stage.ts';
import { lossesIn, Stored } from './stored.ts';
import { openWindow, type TrialWindow } from '../../test/main/http/trial-window.ts';

/**
 * Answers the questions of one chat with nothing else at work, then again while external agents stream and ask
 * and commands run and write, and prints how long an answer took to be settled. At the end no answer may be lost,
 * and nothing that was started may be left.
 */
const { values } = parseArgs({
  options: {
    agents: { type: 'string', default: '20' },
    commands: { type: 'string', default: '50' },
    answers: { type: 'string', default: '40' },
  },
});
const [agents, commands, answers] = [Number(values.agents), Number(values.commands), Number(values.answers)];

/** The commands of one chat. */
const inOneChat = 5;

const account = new Acknowledged();

const run = (id: string): Block => ({
  type: 'tool_use',
  id,
  name: 'run_command',
  input: { command: 'for i in $(seq 600); do echo "line $i"; sleep 0.5; done', background: true },
});

/** The model does what the first words of the chat's last message say. */
function reply(body: unknown): ServerReply {
  const text = JSON.stringify(body);
  const isBegun = text.includes('tool_use_id');
  if (!isBegun && text.includes('Ask please'))
    return answer(
      ...Array.from({ length: 2 * answers }, (_, index) =>
        ask(`ask-${index}`, { questions: [question(`Which ${index}?`, 'Which', 'A', 'B')] }),
      ),
    );
  if (!isBegun && text.includes('Run please'))
    return answer(...Array.from({ length: inOneChat }, (_, index) => run(`run-${index}`)));
  return answer({ type: 'text', text: 'Done.' });
}

/** Opens a chat on a folder of its own, with an agent of its own where one is named, and writes to it. */
async function openChat(window: TrialWindow, folder: string, text: string, agent?: string): Promise<Person> {
  mkdirSync(folder);
  const { workspace } = window.client;
  const { id: workspaceId } = await workspace.create({ folder });
  if (agent !== undefined) await workspace.setAgent({ workspaceId, agent });
  else await workspace.setMode({ workspaceId, mode: text.startsWith('Run') ? 'exec' : 'plan' });
  const person = new Person(window, workspaceId, account);
  person.watch().catch(() => undefined);
  await workspace.sendMessage({ workspaceId, key: `${text} ${workspaceId}`, text, attachments: [] });
  return person;
}

/** Answers so many questions of a chat one after the other; gives the milliseconds until each was settled. */
async function answerOneByOne(person: Person, count: number): Promise<number[]> {
  const times: number[] = [];
  await person.until((now) => waitingAsks(now).length >= count);
  for (const { toolCallId, questionId } of waitingAsks(person.transcript).slice(0, count)) {
    const began = performance.now();
    await person.answer(toolCallId, 'A', questionId);
    times.push(performance.now() - began);
  }
  return times;
}

async function allow(person: Person): Promise<void> {
  const { window, workspaceId } = person;
  for (let count = 0; count < inOneChat; count += 1) {
    await person.until((now) => waitingPermissions(now).length > 0);
    const [waiting] = waitingPermissions(person.transcript);
    if (waiting === undefined) continue;
    const { toolCallId, permission } = waiting;
    const about = { workspaceId, toolCallId, permissionId: permission.id };
    await window.client.workspace.answerPermission({ ...about, answer: { choiceId: 'once' } });
    await person.until((now) => !waitingPermissions(now).some((one) => one.permission.id === permission.id));
  }
}

/** The milliseconds that the answers to the first question of each agent took. */
async function answerAgents(people: readonly Person[]): Promise<number[]> {
  const times = await Promise.all(people.map((person) => answerOneByOne(person, 1)));
  return times.flat();
}

const timesOf = (times: readonly number[]) => ({
  p50: Math.round(percentile(times, 50) * 10) / 10,
  p99: Math.round(percentile(times, 99) * 10) / 10,
});

function nameAgents({ folder, dataDir }: Stage): void {
  const args = [join(import.meta.dirname, 'load/working-agent.ts')];
  const worker = { command: process.execPath, args, env: { [trialVariable]: folder } };
  writeFileSync(join(dataDir, 'agents.json'), JSON.stringify({ agent_servers: { worker } }));
}

/** The processes of commands that run now, and of agents. */
function processesOf({ folder, dataDir }: Stage): number {
  using stored = new Stored(dataDir);
  const markers = stored.rows('SELECT marker FROM command_runs').map(({ marker }) => String(marker));
  return processesWith(trialVariable, [folder]).length + processesWith(markerVariable, markers).length;
}

await onStage(
  async (stage) => {
    const { host, folder, dataDir } = stage;
    nameAgents(stage);
    await host.start();
    const window = await openWindow(host.address);
    const asking = await openChat(window, join(folder, 'asking'), 'Ask please.');
    await asking.until((now) => waitingAsks(now).length === 2 * answers);
    const before = memoryOf(host.pid);
    const idle = await answerOneByOne(asking, answers);
    const running = await Promise.all(
      Array.from({ length: Math.ceil(commands / inOneChat) }, (_, index) =>
        openChat(window, join(folder, `commands-${index}`), 'Run please.'),
      ),
    );
    await Promise.all(running.map(allow));
    const external = await Promise.all(
      Array.from({ length: agents }, (_, index) =>
        openChat(window, join(folder, `agent-${index}`), 'Work.', 'acp/worker'),
      ),
    );
    const ofAgents = await answerAgents(external);
    const amid = await answerOneByOne(asking, answers);
    const processes = processesOf(stage);
    const full = memoryOf(host.pid);
    const again = await answerAgents(external);
    await host.end('SIGTERM');
    window.close();
    const processesLeft = processesOf(stage);
    const lost = lossesIn(dataDir, account).answers;
    const figures = {
      agents: external.length,
      commands: running.length * inOneChat,
      processes,
      answered: account.answers.size,
      answerToSettledMs: {
        idle: timesOf(idle),
        amid: timesOf(amid),
        ofAgents: timesOf([...ofAgents, ...again]),
      },
      memoryMb: { before, full },
      lost,
      processesLeft,
    };
    process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
    const isAtWork = processes >= external.length + commands;
    process.exitCode = lost + processesLeft === 0 && isAtWork ? 0 : 1;
  },
  { replyTo: reply },
);
