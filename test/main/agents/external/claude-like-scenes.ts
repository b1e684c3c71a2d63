import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { type AgentContext, methods, RequestError } from '@agentclientprotocol/sdk';
import { z } from 'zod';
import { settings } from './claude-like-settings.ts';

/*
 * What the Claude-like agent does in answer to a prompt. Questions, plans and edits come in the messages of Claude Code's
 * adapter 0.100.0, without its `terminal_*` fields; an edit of a file that is there shows `oldText` here, where the real
 * one has null. Links and requests that are given up stand for those of MCP servers and for its own timeouts.
 */

/** A prompt that is being carried out; `reply` is said in the place of what came as the answer. */
export type Told = {
  client: AgentContext;
  sessionId: string;
  cancelled: AbortSignal;
  /** The capabilities of its client. */
  clientCapabilities: unknown;
  reply?: string;
};

/** As plain texts, so that what is sent need not be what the SDK knows. */
const wire: Record<'update' | 'elicit' | 'permit' | 'complete', string> = {
  update: methods.client.session.update,
  elicit: methods.client.elicitation.create,
  complete: methods.client.elicitation.complete,
  permit: methods.client.session.requestPermission,
};

export const notify = (client: AgentContext, sessionId: string, update: Record<string, unknown>) =>
  client.notify(wire.update, { sessionId, update });

const update = ({ client, sessionId }: Told, what: Record<string, unknown>) =>
  notify(client, sessionId, what);

const textContent = (text: string) => ({ type: 'text', text });

const say = (told: Told, text: string) =>
  update(told, { sessionUpdate: 'agent_message_chunk', content: textContent(text) });

const call = (told: Told, toolCallId: string, what: Record<string, unknown>) =>
  update(told, { sessionUpdate: 'tool_call', toolCallId, status: 'completed', ...what });

async function ask(told: Told, withdrawn?: AbortSignal): Promise<void> {
  const toolCallId = 'ask';
  await update(told, { sessionUpdate: 'tool_call', toolCallId, title: 'AskUserQuestion', kind: 'other' });
  const oneOf = [
    { const: 'SQLite', title: 'SQLite', description: 'One file, nothing to run' },
    { const: 'Postgres', title: 'Postgres', description: 'A server of its own' },
  ];
  const properties = {
    question_0: { type: 'string', title: 'Store', oneOf },
    question_0_custom: { type: 'string', title: 'Other' },
  };
  const form = {
    mode: 'form',
    sessionId: told.sessionId,
    toolCallId,
    message: 'Where should the parsed files be kept?',
    requestedSchema: { type: 'object', properties },
  };
  const answer = await told.client.request(wire.elicit, form, { cancellationSignal: withdrawn });
  await update(told, { sessionUpdate: 'tool_call_update', toolCallId, status: 'completed' });
  await say(told, told.reply ?? `I got ${JSON.stringify(answer)}.`);
}

const plan = `# Keep parsed files

1. Add \`src/store.js\` with one table, keyed by path and time.
2. Have \`parse\` look there first.
3. Write a test that parses a file twice and reads it once.
`;

const planOptions = [
  {
    optionId: 'exit-plan-clear-auto',
    name: 'Yes, clear context (12% used) and auto-accept',
    kind: 'allow_always',
  },
  { optionId: 'exit-plan-accept-edits', name: 'Yes, and auto-accept edits', kind: 'allow_always' },
  { optionId: 'exit-plan-default', name: 'Yes, manually approve edits', kind: 'allow_once' },
  { optionId: 'reject', name: 'No, keep planning', kind: 'reject_once' },
];

const modesAfterPlan = new Map([
  ['exit-plan-clear-auto', 'auto'],
  ['exit-plan-accept-edits', 'acceptEdits'],
  ['exit-plan-default', 'default'],
]);

const selectedSchema = z.object({ outcome: z.object({ optionId: z.string().optional() }) });

/** Tells in both forms of a mode that it has entered. */
async function tellMode(told: Told, mode: string): Promise<void> {
  settings.set('mode', mode);
  await update(told, { sessionUpdate: 'current_mode_update', currentModeId: mode });
  await update(told, { sessionUpdate: 'config_option_update', configOptions: settings.options });
}

async function propose(told: Told, withdrawn?: AbortSignal): Promise<void> {
  const toolCallId = 'plan';
  const shown = { title: 'Ready to code?', kind: 'switch_mode', rawInput: { plan } };
  await update(told, { sessionUpdate: 'tool_call', toolCallId, status: 'pending', ...shown });
  const request = { sessionId: told.sessionId, toolCall: { toolCallId, ...shown }, options: planOptions };
  const answer = await told.client.request(wire.permit, request, { cancellationSignal: withdrawn });
  const { outcome } = selectedSchema.parse(answer);
  const mode = modesAfterPlan.get(outcome.optionId ?? '');
  if (mode !== undefined) await tellMode(told, mode);
  await update(told, { sessionUpdate: 'tool_call_update', toolCallId, status: 'completed' });
  await say(told, told.reply ?? `I got ${JSON.stringify(answer)}.`);
}

const readme = {
  path: 'README.md',
  oldText: '# tiny-parser\n',
  newText: '# tiny-parser\n\nReads numbers and words.\n',
};

const longReadme = { ...readme, newText: Array.from({ length: 450 }, (_, at) => `Line ${at}\n`).join('') };

async function edit(told: Told, withdrawn?: AbortSignal, file = readme): Promise<void> {
  const toolCallId = 'edit';
  const shown = {
    title: 'Write README.md',
    kind: 'edit',
    rawInput: { file_path: 'README.md', content: file.newText },
    content: [{ type: 'diff', ...file }],
  };
  await update(told, { sessionUpdate: 'tool_call', toolCallId, status: 'pending', ...shown });
  const answer = await told.client.request(
    wire.permit,
    {
      sessionId: told.sessionId,
      toolCall: { toolCallId, ...shown },
      options: [
        { optionId: 'allow-once', name: 'Yes', kind: 'allow_once' },
        {
          optionId: 'allow-with-updates',
          name: 'Yes, allow all edits during this session',
          kind: 'allow_always',
        },
        { optionId: 'reject', name: 'No', kind: 'reject_once' },
      ],
    },
    { cancellationSignal: withdrawn },
  );
  await update(told, { sessionUpdate: 'tool_call_update', toolCallId, status: 'completed' });
  await say(told, told.reply ?? `I got ${JSON.stringify(answer)}.`);
}

/** Has an address opened, says that another one is done, and with the next prompt that this one is. */
async function link(told: Told): Promise<void> {
  const request = { mode: 'url', elicitationId: 'this', url: 'https://example.com/in', message: 'Sign in.' };
  const answer = await told.client.request(wire.elicit, { sessionId: told.sessionId, ...request });
  await completeLink(told, 'another', `I got ${JSON.stringify(answer)}.`);
}

async function completeLink(told: Told, elicitationId: string, words: string): Promise<void> {
  await told.client.notify(wire.complete, { elicitationId });
  await say(told, words);
}

/** Asks, and gives it up after a while, or once the file is there that `GIVE_UP` in its environment names. */
async function givingUp(
  told: Told,
  request: (told: Told, withdrawn: AbortSignal) => Promise<void>,
): Promise<void> {
  const withdrawn = new AbortController();
  const over = request(told, withdrawn.signal).catch(() => undefined);
  const file = process.env['GIVE_UP'];
  if (file === undefined) await pause(300);
  while (file !== undefined && !existsSync(file)) await pause(10);
  withdrawn.abort();
  await over;
  await say(told, 'I went on without it.');
}

/** Looks around by itself and by a helper, and says what it used. */
async function look(told: Told): Promise<void> {
  const meta = { claudeCode: { parentToolUseId: 'task' } };
  await update(told, { sessionUpdate: 'agent_thought_chunk', content: textContent('The parser first.') });
  await call(told, 'read', {
    title: 'Read src/parse.js',
    kind: 'read',
    locations: [{ path: 'src/parse.js' }],
  });
  await call(told, 'task', { title: 'Find the callers of parse', kind: 'think', status: 'in_progress' });
  await call(told, 'sub1', { title: 'grep "parse(" src', kind: 'search', _meta: meta });
  await call(told, 'sub2', { title: 'Read test/parse.test.js', kind: 'read', _meta: meta });
  await update(told, { sessionUpdate: 'tool_call_update', toolCallId: 'task', status: 'completed' });
  const cost = { amount: 0.42, currency: 'USD' };
  await update(told, { sessionUpdate: 'usage_update', used: 50_000, size: 200_000, cost });
  await say(told, 'The parser reads each file anew, although most of them never change.');
}

/**
 * Works in its folder by itself, in a mode in which it need not ask: an edit, which it shows as its model wrote it and then
 * as its lines came out, two new files, one that it deletes by its shell, and a script that changes another one.
 */
async function rework(told: Told): Promise<void> {
  const [oldText, newText] = ["line.includes('=')", "line.includes('=') && !line.startsWith('#')"];
  const edited = (before: string, after: string) => [
    { type: 'diff', path: 'src/parse.js', oldText: before, newText: after },
  ];
  const source = readFileSync('src/parse.js', 'utf8');
  const lineWith = (text: string) => text.split('\n').find((line) => line.includes(oldText)) ?? '';
  const after = source.replace(oldText, newText);
  writeFileSync('src/parse.js', after);
  await call(told, 'edit', { title: 'Edit src/parse.js', kind: 'edit', content: edited(oldText, newText) });
  const content = edited(lineWith(source), lineWith(after));
  await update(told, { sessionUpdate: 'tool_call_update', toolCallId: 'edit', content, status: 'completed' });
  for (const [path, text] of [
    ['src/comments.js', 'export const isComment = (line) => line.startsWith("#");\n'],
    ['docs.md', '# tiny-parser\n\nLines that begin with # are comments.\n'],
    ['CHANGES.md', '- Comments\n'],
  ] as const) {
    writeFileSync(path, text);
    const shown = { title: `Write ${path}`, kind: 'edit', content: [{ type: 'diff', path, newText: text }] };
    await call(told, path, shown);
  }
  rmSync('src/main.js', { force: true });
  execFileSync('/bin/sh', ['-c', 'echo "{ \\"name\\": \\"tiny-parser\\" }" > package.json']);
  const run = { title: 'npm pkg fix', kind: 'execute', rawInput: { command: 'npm pkg fix' } };
  await call(told, 'run', run);
  await say(told, 'Lines that begin with # are comments now, and the documentation says so.');
}

/** Has two subagents look, as Claude Code's adapter 0.101.0 does where its client takes subagents (`recordings/claude-subagents.jsonl`). */
async function delegate(told: Told): Promise<void> {
  const { client, sessionId: parent } = told;
  const resetsAt = Math.round(Date.now() / 1_000) + 5_400;
  const limit = { status: 'allowed_warning', rateLimitType: 'five_hour', utilization: 0.91, resetsAt };
  await say(told, 'I have two look at it at once.');
  const looks = [
    ['tests', 'Look at the tests', 'Say which of the tests cover the cache.', 'grep -rn cache test'],
    ['docs', 'Look at the docs', 'Find what the docs promise of the cache.', 'grep -rn cache docs'],
  ] as const;
  for (const [id, title, task, line] of looks) {
    const of = { sessionUpdate: 'subagent_update', sessionId: id };
    await update(told, { ...of, title, description: 'general-purpose', state: { state: 'running' } });
    const message = { messageId: `task-${id}`, senderSessionId: parent, recipientSessionId: id };
    await notify(client, id, { sessionUpdate: 'session_message', ...message, content: [textContent(task)] });
    const run = { toolCallId: 'run', title: line, kind: 'execute', rawInput: { command: line } };
    await notify(client, id, { sessionUpdate: 'tool_call', ...run, status: 'in_progress' });
    const asked = { sessionId: id, toolCall: run, options: onceOrNo };
    if (id === 'docs') await client.request(wire.permit, asked);
    await notify(client, id, { sessionUpdate: 'tool_call_update', toolCallId: 'run', status: 'completed' });
    const found = textContent(`**Two places** speak of it, and both hold: see \`${id}/cache\`.`);
    await notify(client, id, { sessionUpdate: 'agent_message_chunk', content: found });
    await update(told, { ...of, state: { state: 'idle', stopReason: 'end_turn' } });
  }
  const of = { sessionUpdate: 'compaction_update', compactionId: 'made-room' };
  await update(told, { ...of, status: 'in_progress' });
  const summary = [textContent('We make parsing faster. The cache lies in **one file**, in SQLite.')];
  await update(told, { ...of, status: 'completed', summary });
  await update(told, {
    sessionUpdate: 'usage_update',
    used: 9_000,
    size: 200_000,
    _meta: { '_claude/rateLimit': limit },
  });
  await say(told, 'Both have looked: tests and docs agree.');
}

const onceOrNo = [
  { optionId: 'allow-once', name: 'Yes', kind: 'allow_once' },
  { optionId: 'reject', name: 'No', kind: 'reject_once' },
];

/** The scenes, by the words that start them. */
export const scenes: Record<string, (told: Told) => Promise<unknown>> = {
  ask: (told) => ask(told),
  link,
  'link done': (told) => completeLink(told, 'this', 'This one is done.'),
  capabilities: (told) => say(told, JSON.stringify(told.clientCapabilities)),
  'ask, given up': (told) => givingUp(told, ask),
  plan: (told) => propose(told),
  edit: (told) => edit(told),
  'long edit': (told) => edit(told, undefined, longReadme),
  look,
  'plan, given up': (told) => givingUp(told, propose),
  'edit, given up': (told) => givingUp(told, edit),
  options: (told) =>
    say(told, settings.options.map(({ id, currentValue }) => `${id}=${String(currentValue)}`).join(' ')),
  auto: async (told) => {
    await tellMode(told, 'auto');
    await say(told, 'I decide by myself now.');
  },
  'Parsing is slow. What can we do?': look,
  'Then keep them between runs.': (told) => ask({ ...told, reply: 'One file it is.' }),
  'Write a plan for that.': (told) => propose({ ...told, reply: 'I begin with the table.' }),
  'Say it in the README.': (told) => edit({ ...told, reply: 'Done.' }),
  'Lines that begin with # are comments.': rework,
  'Have two look at it.': delegate,
  'sign out': ({ client, sessionId }) =>
    process.env['LIKE_KEY'] === 'right-key'
      ? notify(client, sessionId, {
          sessionUpdate: 'agent_message_chunk',
          content: { type: 'text', text: 'Signed in with a key.' },
        })
      : Promise.reject(new RequestError(-32_000, 'Authentication required')),
  /** Works on until it is stopped. */
  wait: async (told) => {
    await say(told, 'Waiting.');
    while (!told.cancelled.aborted) await pause(10);
  },
  die: async (told) => {
    await say(told, 'Looking at the lockfile.');
    process.stderr.write('Error: socket hang up\n    at TLSSocket.socketOnEnd\n');
    process.exit(3);
  },
};
