import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { Readable, Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import {
  agent,
  type AgentContext,
  type ContentBlock,
  type McpServer,
  methods,
  ndJsonStream,
  RequestError,
} from '@agentclientprotocol/sdk';
import { z } from 'zod';
import { claudeQuestions as question } from './claude-questions.ts';

/**
 * An agent that speaks the Agent Client Protocol over its pipes and does what the last line of a prompt names. Run
 * as a program; `SCRIPTED` in its environment says how it begins.
 */
type Told = {
  client: AgentContext;
  sessionId: string;
  text: string;
  cancelled: AbortSignal;
  /** Resolves with a message that comes into the turn. */
  steered: Promise<string>;
};

/** As plain texts, so that what is sent need not be what the SDK knows. */
const wire: Record<'update' | 'elicit' | 'permit', string> = {
  update: methods.client.session.update,
  elicit: methods.client.elicitation.create,
  permit: methods.client.session.requestPermission,
};

const update = ({ client, sessionId }: Told, what: Record<string, unknown>) =>
  client.notify(wire.update, { sessionId, update: what });

const say = (told: Told, text: string) =>
  update(told, { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });

const options = [
  { optionId: 'allow-once', name: 'Yes', kind: 'allow_once' },
  { optionId: 'allow-always', name: 'Yes, and don’t ask again for touch', kind: 'allow_always' },
  { optionId: 'reject', name: 'No', kind: 'reject_once' },
];

async function ask(told: Told): Promise<void> {
  await update(told, {
    sessionUpdate: 'tool_call',
    toolCallId: 'ask',
    title: 'AskUserQuestion',
    kind: 'other',
    status: 'pending',
  });
  const answer = await told.client.request(wire.elicit, {
    ...question,
    sessionId: told.sessionId,
    toolCallId: 'ask',
  });
  await update(told, { sessionUpdate: 'tool_call_update', toolCallId: 'ask', status: 'completed' });
  await say(told, `Answered: ${JSON.stringify(answer)}${told.cancelled.aborted ? ', broken off' : ''}`);
}

async function permit(told: Told): Promise<void> {
  const call = {
    toolCallId: 'run',
    title: '`touch made.txt`',
    kind: 'execute',
    status: 'pending',
    rawInput: { command: 'touch made.txt' },
  };
  await update(told, { sessionUpdate: 'tool_call', ...call });
  const answer = await told.client.request(wire.permit, {
    sessionId: told.sessionId,
    toolCall: { toolCallId: 'run', content: [], rawInput: {} },
    options,
  });
  await update(told, {
    sessionUpdate: 'tool_call_update',
    toolCallId: 'run',
    status: 'completed',
    content: [{ type: 'content', content: { type: 'text', text: 'made' } }],
  });
  await say(told, `Permitted: ${JSON.stringify(answer)}`);
}

/** A form that is no question: an MCP server's, say. */
async function form(told: Told, more: Record<string, unknown> = {}): Promise<void> {
  const requestedSchema = {
    type: 'object',
    properties: { count: { type: 'integer', title: 'How many?', default: 2 }, ...more },
    required: ['count'],
  };
  const answer = await told.client.request(wire.elicit, {
    mode: 'form',
    message: 'Your order?',
    sessionId: told.sessionId,
    requestedSchema,
  });
  await say(told, `Filled in: ${JSON.stringify(answer)}`);
}

async function propose(told: Told): Promise<void> {
  const call = { toolCallId: 'plan', title: 'Ready to code?', kind: 'switch_mode', status: 'pending' };
  const file = process.env['PLAN_FILE'];
  const plan = '# Plan\n\n1. Use SQLite\n2. Write a test\n';
  const rawInput = { plan, ...(file !== undefined && { planFilePath: file }) };
  await update(told, { sessionUpdate: 'tool_call', ...call, rawInput });
  const answer = await told.client.request(wire.permit, {
    sessionId: told.sessionId,
    toolCall: { toolCallId: 'plan', content: [], rawInput: {} },
    options: [
      { optionId: 'exit-plan-accept-edits', name: 'Yes, and accept edits', kind: 'allow_always' },
      {
        optionId: 'exit-plan-clear-auto',
        name: 'Yes, clear context and decide by yourself',
        kind: 'allow_always',
      },
      { optionId: 'exit-plan-default', name: 'Yes, manually approve edits', kind: 'allow_once' },
      { optionId: 'reject', name: 'No, keep planning', kind: 'reject_once' },
    ],
  });
  await update(told, { sessionUpdate: 'tool_call_update', toolCallId: 'plan', status: 'completed' });
  await say(told, `Approved: ${JSON.stringify(answer)}`);
}

/** All that an agent can tell, and some that nobody knows. */
async function tell(told: Told): Promise<void> {
  await update(told, { sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text: 'Hm.' } });
  await update(told, {
    sessionUpdate: 'plan',
    entries: [
      { content: 'Look', priority: 'high', status: 'completed' },
      { content: 'Write', priority: 'high', status: 'in_progress' },
    ],
  });
  await update(told, { sessionUpdate: 'usage_update', used: 5_000, size: 10_000 });
  await update(told, { sessionUpdate: 'brand_new_update', something: 1 });
  await update(told, {
    sessionUpdate: 'agent_message_chunk',
    content: { type: 'brand_new_content', uri: 'x://y' },
  });
  await update(told, {
    sessionUpdate: 'tool_call',
    toolCallId: 'edit',
    title: 'Edit README.md',
    kind: 'edit',
    status: 'completed',
    locations: [{ path: 'README.md', line: 3 }],
    content: [{ type: 'diff', path: 'README.md', oldText: 'old\n', newText: 'new\n' }],
  });
}

/** Reads the JSON of a prompt, or of a file that it names: `@<path>`. */
const read = (said: string): unknown =>
  JSON.parse(said.startsWith('@') ? readFileSync(said.slice(1), 'utf8') : said);

/** Makes the request that is written out in a prompt: `request <method> <parameters>`, and says what came of it. */
async function request(told: Told): Promise<void> {
  const [, method = '', params = ''] = /^request (\S+) (.*)$/m.exec(told.text) ?? [];
  const asked = { sessionId: told.sessionId, ...z.record(z.string(), z.unknown()).parse(read(params)) };
  const answer: unknown = await told.client.request(method, asked).catch((error: unknown) => String(error));
  await say(told, `Answered: ${JSON.stringify(answer)}`);
}

/** Calls a tool that is lent, as a prompt writes it out: `call <tool> <input>`, and says what came of it. */
async function call(told: Told): Promise<void> {
  const [, tool = '', input = ''] = /^call (\S+) (.*)$/m.exec(told.text) ?? [];
  const [server] = borrowed;
  if (borrows === undefined || server === undefined || !('url' in server))
    throw new Error('Nothing is lent.');
  const token = (server.headers[0]?.value ?? '').replace('Bearer ', '');
  const { connectMcp } = await import('./mcp-clients.ts');
  const client = await connectMcp(borrows, { url: server.url, token }, { name: 'scripted' });
  const answer = await client.call(tool, z.record(z.string(), z.unknown()).parse(JSON.parse(input)));
  await say(told, `Answered: ${JSON.stringify(answer.content)}`);
  await client.close();
}

const scenes: Record<string, (told: Told) => Promise<unknown>> = {
  request,
  call,
  updates: async (told) => {
    const [, list = '[]'] = /^updates (.*)$/m.exec(told.text) ?? [];
    for (const one of z.array(z.record(z.string(), z.unknown())).parse(read(list))) await update(told, one);
    await say(told, 'All is told.');
  },
  hello: (told) => say(told, 'Hello from the script.'),
  ask,
  permit,
  form: (told) => form(told),
  secret: (told) => form(told, { pin: { type: 'string', _meta: { codex: { isSecret: true } } } }),
  propose,
  tell,
  wait: ({ cancelled }) => new Promise((resolve) => cancelled.addEventListener('abort', resolve)),
  /** Goes on with a message that comes into its turn. */
  steered: async (told) => {
    await say(told, 'Working.');
    const stopped = once(told.cancelled, 'abort').then(() => null);
    const heard = await Promise.race([told.steered, stopped]);
    if (heard !== null) await say(told, `Heard within the turn: ${heard}`);
  },
  die: async (told) => {
    await say(told, 'Working.');
    process.exit(3);
  },
};

/** The generation of MCP in which it calls what is lent to it. */
const borrows = (['2025', '2026'] as const).find((one) => one === process.env['BORROWS']);
let borrowed: readonly McpServer[] = [];

const sessions = new Map<string, { cancelled: AbortController; steered: PromiseWithResolvers<string> }>();

const textOf = (prompt: readonly ContentBlock[]) =>
  prompt.map((one) => (one.type === 'text' ? one.text : `[${one.type}]`));

/** The mode of a process that is no agent at all. */
const beginning = process.env['SCRIPTED'] ?? '';
if (beginning === 'junk') process.stdout.write('Welcome to the agent!\nneeds {no} JSON\n');
if (beginning === 'dies') {
  process.stderr.write('cannot find my settings\n');
  process.exit(7);
}
if (beginning === 'endless') {
  const piece = 'x'.repeat(1_000_000);
  process.stdout.write('{"jsonrpc":"');
  const more = () => process.stdout.write(piece, more);
  more();
}
if (beginning === 'silent') await new Promise((resolve) => process.stdin.on('end', resolve).resume());

agent({ name: 'scripted' })
  .onRequest(methods.agent.initialize, async () => {
    const go = process.env['GO'];
    while (go !== undefined && !existsSync(go)) await pause(10);
    return {
      protocolVersion: beginning === 'version' ? 9 : 1,
      agentInfo: { name: 'scripted', version: '1.0.0' },
      agentCapabilities: {
        loadSession: true,
        sessionCapabilities: { resume: {} },
        ...(borrows !== undefined && { mcpCapabilities: { http: true } }),
      },
      ...(process.env['STEERS'] !== undefined && { _meta: { steering: { supported: true } } }),
    };
  })
  .onRequest(methods.agent.session.new, ({ params }) => {
    borrowed = params.mcpServers;
    if (beginning === 'sign-in') throw new RequestError(-32_000, 'Authentication required');
    return { sessionId: `s${process.pid}` };
  })
  .onRequest(methods.agent.session.resume, () => {
    if (process.env['FORGETS'] !== undefined) throw new RequestError(-32_002, 'Unknown session');
    return {};
  })
  .onRequest(methods.agent.session.load, async ({ params: { sessionId }, client }) => {
    if (process.env['FORGETS'] === 'all') throw new RequestError(-32_002, 'Unknown session');
    const content = { type: 'text', text: 'This was said before.' };
    const replayed = { sessionUpdate: 'agent_message_chunk', content };
    await client.notify(wire.update, { sessionId, update: replayed });
    return {};
  })
  .onRequest(methods.agent.session.prompt, async ({ params, client }) => {
    const cancelled = new AbortController();
    const steered = Promise.withResolvers<string>();
    const { sessionId } = params;
    sessions.set(sessionId, { cancelled, steered });
    const texts = textOf(params.prompt);
    const told: Told = {
      client,
      sessionId,
      text: texts.join('\n'),
      cancelled: cancelled.signal,
      steered: steered.promise,
    };
    const line = texts.at(-1)?.split('\n').at(-1) ?? '';
    const scene = scenes[/^(request|call|updates) /.exec(line)?.[1] ?? line];
    await (scene === undefined ? say(told, `Heard: ${told.text}`) : scene(told));
    return { stopReason: cancelled.signal.aborted ? 'cancelled' : 'end_turn' };
  })
  .onNotification(methods.agent.session.cancel, ({ params }) => {
    sessions.get(params.sessionId)?.cancelled.abort();
  })
  .onRequest(
    '_session/steering',
    z.object({ sessionId: z.string(), prompt: z.array(z.any()) }),
    ({ params }) => {
      if (process.env['STEERS'] !== 'yes') return { outcome: 'failed' };
      const text = textOf(params.prompt).join('\n');
      setImmediate(() => sessions.get(params.sessionId)?.steered.resolve(text));
      return { outcome: 'injected' };
    },
  )
  .connect(
    ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>),
  );
process.stdin.on('end', () => process.exit(0));
