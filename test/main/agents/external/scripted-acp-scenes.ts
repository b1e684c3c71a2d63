import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { type AgentContext, methods } from '@agentclientprotocol/sdk';
import { z } from 'zod';
import { claudeQuestions as question } from './claude-questions.ts';

/*
 * What the scripted agent does in answer to a prompt. Its questions and plans have the form of Claude Code's adapter; its
 * permission leaves out in the request what the call had shown, as Claude Code does where its plan has no file.
 */

/** A prompt that is being carried out. */
export type Told = {
  client: AgentContext;
  sessionId: string;
  text: string;
  cancelled: AbortSignal;
  /** Resolves with a message that comes into the turn. */
  steered: Promise<string>;
};

/** As plain texts, so that what is sent need not be what the SDK knows. */
export const wire: Record<'update' | 'elicit' | 'permit', string> = {
  update: methods.client.session.update,
  elicit: methods.client.elicitation.create,
  permit: methods.client.session.requestPermission,
};

const update = ({ client, sessionId }: Told, what: Record<string, unknown>) =>
  client.notify(wire.update, { sessionId, update: what });

export const say = (told: Told, text: string) =>
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

/** Makes what a prompt writes out, `request <method> <parameters, or a list of them>`, at once, and says what came of it. */
async function request(told: Told): Promise<void> {
  const [, method = '', params = ''] = /^request (\S+) (.*)$/m.exec(told.text) ?? [];
  const all = z.array(z.record(z.string(), z.unknown())).parse([read(params)].flat());
  const { client, sessionId } = told;
  const answers = all.map((one) => client.request(method, { sessionId, ...one }).catch(String));
  if (all.length > 1) await say(told, 'Asked. ');
  const said = (await Promise.all<unknown>(answers)).map((answer) => JSON.stringify(answer));
  await say(told, `Answered: ${said.join(' ')}`);
}

/**
 * Asks while it works on, as codex-acp 2.6.0 does for `request_user_input_async` (read in its source): a form of no call,
 * which it cancels at the end of its turn. An answer goes to its model within the turn; one that comes as the turn ends is
 * dropped, as the scene does where it is `deaf`. The turn ends when the file `END_TURN` is there.
 */
async function askWhileWorking(told: Told, { deaf }: { deaf: boolean }): Promise<void> {
  await say(told, 'Working.');
  const over = new AbortController();
  const codex = { isOther: true, isSecret: false };
  const title = 'Which store should we use?';
  const oneOf = ['SQLite', 'Files', 'None of the above'].map((name) => ({ const: name, title: name }));
  const note = { type: 'string', _meta: { codex: { questionId: 'question_0', role: 'user_note' } } };
  const asked = {
    sessionId: told.sessionId,
    mode: 'form',
    message: 'Codex keeps working while you answer. An answer sent after it finishes is not delivered.',
    requestedSchema: {
      type: 'object',
      properties: {
        question_0: { type: 'string', title, oneOf, _meta: { codex } },
        question_0_note: note,
      },
    },
    _meta: { codex: { delivery: 'async' } },
  };
  const answer = told.client
    .request(wire.elicit, asked, { cancellationSignal: over.signal })
    .catch((error: unknown) => `refused: ${String(error)}`);
  const first = await Promise.race([answer, endOfTurn(told)]);
  if (first !== undefined && !deaf) await say(told, `Answered: ${JSON.stringify(first)}`);
  if (first !== undefined && !deaf) await endOfTurn(told);
  over.abort();
}

/** Resolves once a file is there. */
async function untilThere(file: string): Promise<void> {
  while (!existsSync(file)) await pause(10);
}

/**
 * Works in its folder by itself, as agents with tools of their own do, and sends updates about it: `work <JSON>` with
 * `run`, a script for the shell, and `updates`; with `later`, once that file is there, even after its turn; with `by`, by a
 * subagent of that session.
 */
async function work(told: Told): Promise<void> {
  const [, json = ''] = /^work (.*)$/m.exec(told.text) ?? [];
  const { run, updates, later, by } = z
    .object({
      run: z.string(),
      updates: z.array(z.record(z.string(), z.unknown())),
      later: z.string().optional(),
      by: z.string().optional(),
    })
    .parse(JSON.parse(json));
  if (by !== undefined) {
    const running = { title: 'Helper', state: { state: 'running' } };
    await update(told, { sessionUpdate: 'subagent_update', sessionId: by, ...running });
  }
  const carryOut = async () => {
    execFileSync('/bin/sh', ['-c', run]);
    for (const one of updates) await update({ ...told, sessionId: by ?? told.sessionId }, one);
  };
  if (later === undefined) await carryOut();
  else void untilThere(later).then(carryOut);
  await say(told, 'The work is done.');
}

/** Resolves once a test lets the turn end, or the person stops it. */
async function endOfTurn({ cancelled }: Told): Promise<undefined> {
  const end = process.env['END_TURN'] ?? '';
  while (!existsSync(end) && !cancelled.aborted) await pause(10);
  return undefined;
}

/** Scenes that the scripted agent plays, by the last line of its prompt, or the first word of it. */
export const scenes: Record<string, (told: Told) => Promise<unknown>> = {
  request,
  updates: async (told) => {
    const [, list = '[]'] = /^updates (.*)$/m.exec(told.text) ?? [];
    for (const one of z.array(z.record(z.string(), z.unknown())).parse(read(list))) await update(told, one);
    await say(told, 'All is told.');
  },
  /** Sends updates of several sessions, `sessions @<path>`: a list of `{ session, update }`, of its own where none is named. */
  sessions: async (told) => {
    const [, list = '[]'] = /^sessions (.*)$/m.exec(told.text) ?? [];
    const all = z.array(
      z.object({ session: z.string().optional(), update: z.record(z.string(), z.unknown()) }),
    );
    for (const { session: sessionId = told.sessionId, update: what } of all.parse(read(list)))
      await told.client.notify(wire.update, { sessionId, update: what });
    await say(told, 'All is told.');
  },
  work,
  hello: (told) => say(told, 'Hello from the script.'),
  ask,
  permit,
  'ask while working': (told) => askWhileWorking(told, { deaf: false }),
  'ask while working, deaf': (told) => askWhileWorking(told, { deaf: true }),
  /** Leaves a command running as its turn ends, which ends once a test says so; the agent then speaks by itself. */
  'leave a command running': async (told) => {
    const call = { toolCallId: 'shell', title: 'npm run watch', kind: 'execute' };
    await update(told, {
      sessionUpdate: 'tool_call',
      ...call,
      status: 'in_progress',
      rawInput: { command: call.title },
    });
    void endOfTurn(told).then(async () => {
      await update(told, { sessionUpdate: 'tool_call_update', toolCallId: 'shell', status: 'completed' });
      await say(told, 'The watch has ended.');
    });
  },
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
  /** Dies of its prompt before it reacts to it, once: a file says that it did. */
  'die unheard': async (told) => {
    const died = process.env['DIED'] ?? '';
    if (existsSync(died)) return say(told, `Heard: ${told.text}`);
    writeFileSync(died, '');
    process.exit(3);
  },
};
