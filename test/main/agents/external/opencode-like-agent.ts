import { existsSync } from 'node:fs';
import { Readable, Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { agent, type AgentContext, methods, ndJsonStream } from '@agentclientprotocol/sdk';
import { loadTools } from './injected-client.ts';
import { OpenCodeLikeServer } from './opencode-like-server.ts';
import { subagentScenes } from './opencode-like-subagent.ts';

/**
 * An agent that asks as OpenCode 1.18.33 does: over an HTTP server of its own, with its calls, ids and events. Run
 * as a program; `SERVER_MODE` says how that server behaves, or that the program is an `older` one that knows no such options
 * (`open` is what 1.1.11 does). The last line of a prompt names a scene; that it says which posts came, and the
 * scenes of a hostile server, are made up. Permissions of its own, over ACP, are not played.
 */
const way = process.env['SERVER_MODE'] ?? 'works';
const words = process.argv.slice(2);
if (way === 'older' && words.includes('--port')) {
  process.stderr.write('Unknown argument: port\n');
  process.exit(1);
}
const { values } = parseArgs({
  args: words,
  allowPositionals: true,
  options: { port: { type: 'string' }, hostname: { type: 'string' } },
});
const env = process.env;
const port = Number(values.port ?? 0);
const server = new OpenCodeLikeServer(port, env['OPENCODE_SERVER_PASSWORD'] ?? '', way);

const session = 'ses_own';
const store = {
  question: 'Which store?',
  header: 'Store',
  options: [
    { label: 'SQLite', description: 'One file' },
    { label: 'Postgres', description: 'A server' },
  ],
  multiple: false,
};
const checks = {
  question: 'Which checks?',
  header: 'Checks',
  options: [{ label: 'Lint' }, { label: 'Tests' }],
  multiple: true,
};
const name = { question: 'Which name?', options: [] };
const colour = { question: 'Which colour?', options: [{ label: 'Red' }, { label: 'Blue' }], custom: false };

type Told = { client: AgentContext; text: string; cancelled: AbortSignal };

const wireUpdate: string = methods.client.session.update;
const update = ({ client }: Told, what: Record<string, unknown>) =>
  client.notify(wireUpdate, { sessionId: session, update: what });
const say = (told: Told, text: string) =>
  update(told, { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });

let count = 0;

/** Asks, as a call of the question tool does: `announce` has the event told. */
async function ask(
  told: Told,
  announce: (request: Asked) => unknown,
  more: Partial<Asked> = {},
): Promise<void> {
  count += 1;
  const callID = `call_${count}`;
  const asked = {
    id: `que_${count}`,
    sessionID: session,
    questions: [store, checks],
    tool: { callID },
    ...more,
  };
  const answered = server.list(asked);
  await announce(asked);
  await say(told, 'Asking.');
  const call = { toolCallId: callID, title: 'question', kind: 'other' };
  await update(told, { sessionUpdate: 'tool_call', ...call, status: 'pending', rawInput: {} });
  const rawInput = { questions: asked.questions };
  await update(told, { sessionUpdate: 'tool_call_update', ...call, status: 'in_progress', rawInput });
  const stopped = new Promise<'stopped'>((resolve) =>
    told.cancelled.addEventListener('abort', () => resolve('stopped'), { once: true }),
  );
  const answer = await Promise.race([answered, stopped]);
  const status = Array.isArray(answer) ? 'completed' : 'failed';
  await update(told, { sessionUpdate: 'tool_call_update', ...call, status });
  if (Array.isArray(answer)) await say(told, `Answered: ${JSON.stringify(answer)}`);
}

type Asked = { id: string; sessionID: string; questions: unknown[]; tool?: { callID: string } };

const announced = (asked: Asked) => server.emit('question.asked', asked);

/** Resolves once the test says so. */
async function untilTold(): Promise<void> {
  while (!existsSync(env['WHEN'] ?? '')) await pause(10);
}

/** Says what was posted to the server, once as many as `expected` have come: a rejection may arrive after the next prompt. */
async function sayPosts(told: Told, expected: number): Promise<void> {
  while (server.posts.length < expected) await pause(10);
  await say(told, `Posts: ${JSON.stringify(server.posts)}`);
}

const scenes: Record<string, (told: Told) => Promise<unknown>> = {
  ask: (told) => ask(told, announced),
  words: (told) => ask(told, announced, { questions: [name, colour] }),
  'ask, told twice': (told) =>
    ask(told, (asked) => {
      announced(asked);
      announced(asked);
    }),
  'ask, and tell of the call late': (told) =>
    ask(told, async (asked) => {
      announced(asked);
      await untilTold();
    }),
  'ask while nobody listens': (told) => ask(told, () => server.drop()),
  'ask for another': (told) => {
    count += 1;
    return ask(told, announced, { sessionID: 'ses_child' });
  },
  'ask, given up': (told) =>
    ask(told, (asked) => {
      announced(asked);
      void untilTold().then(() => {
        server.forget(asked.id);
        server.emit('question.rejected', { sessionID: session, requestID: asked.id });
      });
    }),
  'ask, forgotten': (told) =>
    ask(told, (asked) => {
      announced(asked);
      server.forget(asked.id);
    }),
  'ask, and close the server': (told) =>
    ask(told, (asked) => {
      announced(asked);
      void untilTold().then(() => server.close());
    }),
  ...subagentScenes({ server, say, update, untilTold }),
  hostile: async (told) => {
    server.write('data: {"type":"question.asked"\n\n: nothing\n\nevent: x\n\n');
    server.emit('question.asked', { id: 7 });
    server.emit('question.asked', { id: 'que_other', sessionID: 'ses_other', questions: [store] });
    void server.list({ id: 'que_bad', sessionID: session });
    server.emit('question.asked', { id: 'que_bad', sessionID: session, questions: 'all of them' });
    const huge = { ...store, question: 'x'.repeat(1_000_000) };
    void server.list({ id: 'que_huge', sessionID: session });
    server.emit('question.asked', { id: 'que_huge', sessionID: session, questions: [huge] });
    await ask(told, announced, { questions: [{ ...store, options: [...store.options, ...store.options] }] });
  },
  'posts 1': (told) => sayPosts(told, 1),
  'posts 2': (told) => sayPosts(told, 2),
  'posts 3': (told) => sayPosts(told, 3),
  how: (told) => {
    const asks = env['OPENCODE_ENABLE_QUESTION_TOOL'] ?? 'no';
    const isSafe = (env['OPENCODE_SERVER_PASSWORD'] ?? '').length > 30;
    return say(told, `Started: ${[...words, asks, isSafe].join(' ')}`);
  },
};

let cancelled = new AbortController();

agent({ name: 'opencode-like' })
  .onRequest(methods.agent.initialize, () => ({
    protocolVersion: 1,
    agentInfo: { name: 'OpenCode', version: '1.0.0' },
    agentCapabilities: { sessionCapabilities: { resume: {} }, mcpCapabilities: { http: true } },
  }))
  .onRequest(methods.agent.session.new, async ({ params }) => {
    await loadTools(params.mcpServers);
    return { sessionId: session };
  })
  .onRequest(methods.agent.session.resume, () => ({}))
  .onRequest(methods.agent.session.prompt, async ({ params, client }) => {
    cancelled = new AbortController();
    const texts = params.prompt.map((one) => (one.type === 'text' ? one.text : ''));
    const told = { client, text: texts.join('\n'), cancelled: cancelled.signal };
    const scene = scenes[texts.at(-1)?.split('\n').at(-1) ?? ''];
    await (scene === undefined ? say(told, `Heard: ${told.text}`) : scene(told));
    return { stopReason: cancelled.signal.aborted ? 'cancelled' : 'end_turn' };
  })
  .onNotification(methods.agent.session.cancel, () => cancelled.abort())
  .connect(
    ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>),
  );
process.stdin.on('end', () => process.exit(0));
