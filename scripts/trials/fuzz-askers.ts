import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { answer } from '../../e2e/support/provider.ts';
import type { ServerReply } from '../../test/main/agents/model/anthropic-server.ts';
import { Acknowledged } from './acknowledged.ts';
import type { BabbleFigures } from './fuzz/babble.ts';
import { fuzzContract } from './fuzz/fuzz-contract.ts';
import { Chats } from './kill/asks/chats.ts';
import { storedCards } from './kill/asks/stored-cards.ts';
import { memoryOf } from './load/memory-of.ts';
import { untilDone } from './patience.ts';
import { Person, type WaitingPermission, waitingPermissions } from './person.ts';
import { onStage, type Stage } from './stage.ts';
import { Stored } from './stored.ts';
import { openWindow, type TrialWindow } from '../../test/main/http/trial-window.ts';

/**
 * Lets an external agent and an MCP server send messages that are wrong in every way, and calls the procedures by
 * which a person decides with wrong inputs. The host must not crash, log an error or grow without bound, nothing
 * may be decided that nobody decided, and both chats must go on. Prints its figures as JSON.
 */
const { values } = parseArgs({
  options: { runs: { type: 'string', default: '10000' }, seed: { type: 'string', default: `${Date.now()}` } },
});
const [runs, seed] = [Number(values.runs), Number(values.seed)];

/** The messages that come with one prompt, and with one call. */
const batch = 100;
const rounds = Math.ceil(runs / batch);
/** The most by which the host's memory may grow, in megabytes. */
const mostGrowth = 600;
/**
 * The most that JavaScript's heap in the host may hold, in megabytes: without a limit, little garbage is
 * collected.
 */
const mostHeap = 400;
/** Longest time in milliseconds for one call of the server. */
const callPatience = 5_000;

const figuresSchema: z.ZodType<BabbleFigures> = z.object({
  sent: z.number(),
  answered: z.number(),
  refused: z.number(),
  consents: z.number(),
});

/**
 * The calls by which a person decides, and those about what may run; without Stop and others that end what waits.
 */
const deciding =
  /^(workspace (answer|decline|decide|undo|redo|finish|save|read|touch|reply)|trust|rules|servers|agents)/;

let calls = 0;
/** Calls that the server never answered, and that were stopped. */
let unanswered = 0;
/** The figures of the server; empty before it is named. */
let serverFile = '';

/**
 * The model calls the server's tool until the server has sent everything; a list of tools that can't be read
 * takes the tool away until the next list. At the end the model wants a command run, and that permission stays
 * open.
 */
function reply(file: string): ServerReply {
  calls += 1;
  const id = `call-${calls}`;
  const isOver = figuresIn(file).sent >= runs || calls > 4 * rounds;
  const input = isOver ? { command: `touch ${calls}` } : { round: calls };
  return answer({ type: 'tool_use', id, name: isOver ? 'run_command' : 'babble__go', input });
}

function figuresIn(file: string): BabbleFigures {
  if (!existsSync(file)) return { sent: 0, answered: 0, refused: 0, consents: 0 };
  return figuresSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
}

function program(folder: string, name: string) {
  const file = join(folder, `${name}.json`);
  const env = { BABBLE_FILE: file, BABBLE_RUNS: String(runs), BABBLE_SEED: String(seed) };
  const path = join(import.meta.dirname, 'fuzz', `babbling-${name}.ts`);
  return { file, entry: { command: process.execPath, args: [path], env } };
}

/** Allows each call of the server, and nothing else; ends when a command waits. */
async function letServerBabble(person: Person): Promise<Set<string>> {
  const { window, workspaceId } = person;
  const answered = new Set<string>();
  await person.write();
  for (;;) {
    const isNew = ({ permission }: WaitingPermission) => !answered.has(permission.id);
    const isAsked = person.until((now) => waitingPermissions(now).some(isNew)).then(() => true);
    if (!(await Promise.race([isAsked, wait(callPatience, false, { ref: false })]))) {
      // An answer that was none left the call waiting, as if the server had said nothing.
      await window.client.workspace.stop({ workspaceId });
      await person.write();
      unanswered += 1;
      if (unanswered > 4 * rounds) throw new Error('the server’s calls do not end');
      continue;
    }
    const waiting = waitingPermissions(person.transcript).find(isNew);
    if (waiting?.permission.subject.type === 'command') return answered;
    if (waiting === undefined) continue;
    const { toolCallId, permission } = waiting;
    answered.add(permission.id);
    const about = { workspaceId, toolCallId, permissionId: permission.id };
    await window.client.workspace.answerPermission({ ...about, answer: { choiceId: 'once' } });
  }
}

async function letAgentBabble(person: Person, chats: Chats): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    await person.write();
    await chats.until(person.workspaceId, 'working');
    await untilDone(chats.until(person.workspaceId, 'idle'), `the end of the agent’s turn ${round}`);
  }
}

async function openChats(
  { folder }: Stage,
  window: TrialWindow,
): Promise<{ chats: Chats; both: [Person, Person] }> {
  const chats = await Chats.follow(window);
  const [first] = chats.all();
  if (first === undefined) throw new Error('The host has no workspace.');
  await window.client.workspace.setMode({ workspaceId: first.id, mode: 'exec' });
  await mkdir(join(folder, 'external'));
  const external = await window.client.workspace.create({ folder: join(folder, 'external') });
  await window.client.workspace.setAgent({ workspaceId: external.id, agent: 'acp/babble' });
  const personIn = (id: typeof external.id) => {
    const person = new Person(window, id, new Acknowledged());
    person.watch().catch(() => undefined);
    return person;
  };
  return { chats, both: [personIn(first.id), personIn(external.id)] };
}

await onStage(
  async (stage) => {
    const { host, dataDir, folder } = stage;
    const [agent, server] = [program(folder, 'agent'), program(folder, 'server')];
    serverFile = server.file;
    writeFileSync(join(dataDir, 'agents.json'), JSON.stringify({ agent_servers: { babble: agent.entry } }));
    writeFileSync(join(dataDir, 'mcp.json'), JSON.stringify({ mcpServers: { babble: server.entry } }));
    await host.start();
    const { pid } = host;
    const window = await openWindow(host.address);
    const { chats, both } = await openChats(stage, window);
    const before = memoryOf(pid);
    const began = performance.now();
    const [answered] = await Promise.all([letServerBabble(both[0]), letAgentBabble(both[1], chats)]);
    const after = memoryOf(pid);
    const only = (name: readonly [string, string]) => deciding.test(name.join(' '));
    const { workspaceId } = both[0];
    const contract = await fuzzContract({ call: window.call, dataDir, workspaceId, only }, runs, seed);
    using stored = new Stored(dataDir);
    const cards = storedCards(stored);
    const decided = cards.filter((card) => card.decided !== null && !answered.has(card.id));
    const log = await readFile(join(dataDir, 'parley.log'), 'utf8').catch(() => '');
    const errors = log.split('\n').filter((line) => line.includes('"level":"error"'));
    process.stderr.write(
      [...errors, ...decided.map((card) => JSON.stringify(card))].map((line) => `${line}\n`).join(''),
    );
    const [ofAgent, ofServer] = [figuresIn(agent.file), figuresIn(server.file)];
    const survived = host.pid === pid && pid !== undefined;
    const stillWaiting = waitingPermissions(both[0].transcript).length;
    const seconds = Math.round((performance.now() - began) / 1_000);
    const figures = { seed, agent: ofAgent, server: ofServer, contract };
    const ends = {
      survived,
      unanswered,
      cards: cards.length,
      decided: decided.length,
      stillWaiting,
      logged: errors.length,
    };
    process.stdout.write(
      `${JSON.stringify({ ...figures, ...ends, memoryMb: { before, after }, seconds }, null, 2)}\n`,
    );
    const faults = decided.length + errors.length + ofAgent.consents + ofServer.consents;
    const isEmpty = cards.length <= answered.size + 1 || ofServer.sent < Math.min(runs, batch);
    const hasGrown = before !== null && after !== null && after - before > mostGrowth;
    process.exitCode = survived && faults === 0 && stillWaiting === 1 && !hasGrown && !isEmpty ? 0 : 1;
    window.close();
  },
  { replyTo: () => reply(serverFile), env: { NODE_OPTIONS: `--max-old-space-size=${mostHeap}` } },
);
