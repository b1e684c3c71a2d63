import { Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { agent, type AgentContext, methods, ndJsonStream } from '@agentclientprotocol/sdk';
import { oneOf, seededRandom } from '../../random.ts';
import { note, quietVariable, seedVariable } from './trial-log.ts';
import { keysIn, newKey, subagentOf, wordsIn } from './unique-texts.ts';

/**
 * An agent of the Agent Client Protocol that asks the person in every way, at random, itself and by subagents, and
 * writes down what reaches it. It repeats in the chat whatever it is told, so that the transcript shows what it has
 * heard. It asks in the protocol's forms and in Claude Code's, has subagents as that has
 * (`test/main/agents/external/recordings/claude-subagents.jsonl`), takes folders, and stands for any agent that may be
 * killed at any time.
 */
type Turn = { client: AgentContext; sessionId: string; cancelled: AbortSignal };

/** As plain texts, since the SDK does not know everything that is sent. */
const wire: Record<'update' | 'elicit' | 'permit', string> = {
  update: methods.client.session.update,
  elicit: methods.client.elicitation.create,
  permit: methods.client.session.requestPermission,
};

const update = ({ client, sessionId }: Turn, what: Record<string, unknown>) =>
  client.notify(wire.update, { sessionId, update: what });

const say = (turn: Turn, text: string) =>
  update(turn, { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });

/** Repeats what it has heard. */
async function repeat(turn: Turn, heard: string): Promise<void> {
  for (const words of [...wordsIn(heard), ...keysIn(heard)]) await say(turn, `\n\nHeard: ${words}.`);
}

async function request(turn: Turn, key: string, method: string, params: object): Promise<void> {
  const answer = await turn.client.request(method, { sessionId: turn.sessionId, ...params });
  note({ type: 'answer', key, answer });
  await repeat(turn, `${key} ${JSON.stringify(answer)}`);
}

async function ask(turn: Turn, key: string): Promise<void> {
  const properties = {
    question_0: { type: 'string', title: 'Way', description: `Which way, ${key}?`, oneOf: ways },
    question_0_custom: { type: 'string', title: 'Other' },
  };
  const requestedSchema = { type: 'object', properties };
  await request(turn, key, wire.elicit, { mode: 'form', message: 'Please answer.', requestedSchema });
}

const ways = ['A', 'B'].map((title) => ({ const: title, title }));

/** Wants permission for a command, itself or by a subagent with a session of its own. */
async function permit(turn: Turn, key: string, by = turn.sessionId): Promise<void> {
  const asker = { ...turn, sessionId: by };
  const toolCall = { toolCallId: key, title: `touch ${key}`, kind: 'execute', status: 'pending' };
  const rawInput = { command: `touch ${key}` };
  await update(asker, { sessionUpdate: 'tool_call', ...toolCall, rawInput });
  const options = [
    { optionId: 'allow-once', name: 'Yes', kind: 'allow_once' },
    { optionId: 'reject', name: 'No', kind: 'reject_once' },
  ];
  await request(turn, key, wire.permit, {
    sessionId: by,
    toolCall: { toolCallId: key, content: [], rawInput: {} },
    options,
  });
  await update(asker, { sessionUpdate: 'tool_call_update', toolCallId: key, status: 'completed' });
}

/** Has a subagent work, say something, and want permission. */
async function delegate(turn: Turn, key: string): Promise<void> {
  note({ type: 'delegated', key });
  const sessionId = `session-${key}`;
  const about = { sessionUpdate: 'subagent_update', sessionId };
  const labels = { title: subagentOf(key), description: 'general-purpose' };
  await update(turn, { ...about, ...labels, state: { state: 'running' } });
  await say({ ...turn, sessionId }, 'I look.');
  await permit(turn, key, sessionId);
  await update(turn, { ...about, state: { state: 'idle', stopReason: 'end_turn' } });
}

async function propose(turn: Turn, key: string): Promise<void> {
  const toolCall = { toolCallId: key, title: 'Ready to code?', kind: 'switch_mode', status: 'pending' };
  const rawInput = { plan: `# Plan ${key}\n\n1. Do it.\n` };
  await update(turn, { sessionUpdate: 'tool_call', ...toolCall, rawInput });
  const options = [
    { optionId: 'exit-plan-default', name: 'Yes, manually approve edits', kind: 'allow_once' },
    { optionId: 'reject', name: 'No, keep planning', kind: 'reject_once' },
  ];
  await request(turn, key, wire.permit, {
    toolCall: { toolCallId: key, content: [], rawInput: {} },
    options,
  });
  await update(turn, { sessionUpdate: 'tool_call_update', toolCallId: key, status: 'completed' });
}

/** A form that is no question. */
async function fill(turn: Turn, key: string, more: Record<string, unknown> = {}): Promise<void> {
  const properties = { note: { type: 'string', title: 'Note' }, ...more };
  const requestedSchema = { type: 'object', properties, required: ['note'] };
  await request(turn, key, wire.elicit, { mode: 'form', message: `Your order ${key}?`, requestedSchema });
}

const pin = { type: 'string', title: 'Pin', _meta: { codex: { isSecret: true } } };

const fillSecret = (turn: Turn, key: string) => fill(turn, key, { pin });

async function link(turn: Turn, key: string): Promise<void> {
  const url = `http://127.0.0.1:9/${key}`;
  await request(turn, key, wire.elicit, { mode: 'url', message: 'Sign in.', url, elicitationId: key });
}

/** Words and changes of a call, one after the other. */
async function stream(turn: Turn, key: string): Promise<void> {
  const toolCallId = `look-${key}`;
  await update(turn, {
    sessionUpdate: 'tool_call',
    toolCallId,
    title: 'Look',
    kind: 'read',
    status: 'pending',
  });
  for (let count = 0; count < 60 && !turn.cancelled.aborted; count += 1) {
    await say(turn, `Piece ${count}. `);
    await update(turn, { sessionUpdate: 'tool_call_update', toolCallId, title: `Look at ${count}` });
    await wait(3);
  }
  await update(turn, { sessionUpdate: 'tool_call_update', toolCallId, status: 'completed' });
}

type Scene = (turn: Turn, key: string) => Promise<void>;

const scenes: readonly Scene[] = [
  ask,
  (turn, key) => permit(turn, key),
  delegate,
  propose,
  (turn, key) => fill(turn, key),
  fillSecret,
  link,
  stream,
];

const random = seededRandom(Number(process.env[seedVariable]) * 2 ** 32);

/** The scenes still to come before any comes again, so that none takes long to come. */
let ahead: Scene[] = [];

function nextScene(): Scene {
  if (ahead.length === 0) ahead = [...scenes];
  const [first = stream, ...others] = ahead;
  const scene = oneOf(random, [first, ...others]);
  ahead = ahead.filter((one) => one !== scene);
  return scene;
}

async function play(turn: Turn): Promise<void> {
  if (process.env[quietVariable] !== undefined) return;
  for (let count = Math.ceil(random() * 3); count > 0 && !turn.cancelled.aborted; count -= 1)
    await nextScene()(turn, newKey());
}

const input = new ReadableStream<Uint8Array>({
  start(controller) {
    process.stdin.on('data', (chunk: Buffer) => controller.enqueue(new Uint8Array(chunk)));
  },
});

const sessions = new Map<string, AbortController>();

agent({ name: 'asker' })
  .onRequest(methods.agent.initialize, () => ({
    protocolVersion: 1,
    agentInfo: { name: 'asker', version: '1.0.0' },
    agentCapabilities: { loadSession: true, sessionCapabilities: { resume: {}, additionalDirectories: {} } },
  }))
  .onRequest(methods.agent.session.new, ({ params }) => {
    note({ type: 'session', folders: params.additionalDirectories ?? [] });
    return { sessionId: `s${process.pid}` };
  })
  .onRequest(methods.agent.session.resume, ({ params }) => {
    note({ type: 'session', folders: params.additionalDirectories ?? [] });
    return {};
  })
  .onRequest(methods.agent.session.prompt, async ({ params: { prompt, sessionId }, client }) => {
    const cancelled = new AbortController();
    sessions.set(sessionId, cancelled);
    const turn = { client, sessionId, cancelled: cancelled.signal };
    const texts = prompt.flatMap((block) => (block.type === 'text' ? [block.text] : []));
    // What was said before is no news.
    const news = texts.filter((text) => !text.startsWith('<conversation-so-far>'));
    note({ type: 'prompt', texts: news });
    await say(turn, 'I go on.');
    await repeat(turn, news.join('\n'));
    await play(turn);
    return { stopReason: cancelled.signal.aborted ? 'cancelled' : 'end_turn' };
  })
  .onNotification(methods.agent.session.cancel, ({ params }) => {
    sessions.get(params.sessionId)?.abort();
  })
  .connect(ndJsonStream(Writable.toWeb(process.stdout), input));
// Its host has to end it: it does not end when its input is closed.
setInterval(() => undefined, 60_000);
