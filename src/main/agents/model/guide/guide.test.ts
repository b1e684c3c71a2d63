import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { jsonSchema, type ModelMessage, streamText } from 'ai';
import { z } from 'zod';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { askUserQuestion } from '../../../../shared/dialects/ask-user-question.ts';
import type { ToolResult } from '../../../../shared/dialects/dialect.ts';
import { messageIdSchema, toolCallIdSchema, workspaceIdSchema } from '../../../../shared/ids.ts';
import { optionsOf, takesSeveral } from '../../../../shared/questions/question-kinds.ts';
import { shownLabel } from '../../../../shared/questions/recommended-label.ts';
import type { Outcome, Question, Reply } from '../../../../shared/questions/questions.ts';
import { repliedInChat } from '../../../../shared/questions/cancel-reasons.ts';
import { readOnlyTools } from '../../../tools/read-only/read-only-tools.ts';
import type { Call } from './task.ts';
import { factsFrom } from './folder-facts.ts';
import { createGuide } from './guide.ts';
import { questionsFor } from './questions.ts';
import { anyFolder } from '../../../../../test/main/folder/any-folder.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-guide-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

async function fill(files: Record<string, string>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
}

const sample = {
  'package.json':
    '{"name": "tide-tables", "bin": {"tide": "cli.js"}, "scripts": {"build": "x", "test": "y"}}',
  'src/parse.ts': 'export function parseTides() {}\n',
  'test/parse.test.ts': '',
};

type Asked = (questions: Question[]) => Outcome | { reply: string };
type Seen = { text: string; reasoning: string; called: string[]; asked: Question[] };

/** Runs the guide through the real `ai` library and the real tools until it stops. */
async function work(messages: ModelMessage[], onAsk: Asked | 'exec'): Promise<Seen> {
  const seen: Seen = { text: '', reasoning: '', called: [], asked: [] };
  for (let step = 0; step < 10; step += 1) {
    seen.text = '';
    const calls = await oneStep(messages, onAsk !== 'exec', seen);
    if (calls.length === 0) return seen;
    const results = await Promise.all(calls.map((call) => runCall(call, onAsk, seen)));
    messages.push({
      role: 'tool',
      content: results.map(({ call: { toolCallId, toolName }, result: { ok, text: value } }) => {
        return {
          type: 'tool-result',
          toolCallId,
          toolName,
          output: { type: ok ? 'text' : 'error-text', value },
        };
      }),
    });
    for (const { reply } of results) if (reply !== undefined) messages.push({ role: 'user', content: reply });
  }
  throw new Error('the guide does not come to an end');
}

type MadeCall = { toolCallId: string; toolName: string; input: unknown };

async function oneStep(messages: ModelMessage[], withAsk: boolean, seen: Seen): Promise<MadeCall[]> {
  const offered = [
    ...readOnlyTools,
    ...(withAsk ? [{ ...askUserQuestion, name: askUserQuestion.toolName }] : []),
  ];
  const tools = Object.fromEntries(
    offered.map(({ name, inputSchema }) => [
      name,
      { inputSchema: jsonSchema(z.toJSONSchema(inputSchema, { io: 'input' })) },
    ]),
  );
  const { stream } = streamText({
    model: createGuide(
      async () => true,
      async () => undefined,
    ),
    messages,
    tools,
    maxRetries: 0,
  });
  const calls: MadeCall[] = [];
  for await (const part of stream) {
    if (part.type === 'error') throw part.error;
    if (part.type === 'text-delta') seen.text += part.text;
    if (part.type === 'reasoning-delta') seen.reasoning += part.text;
    if (part.type === 'tool-call')
      calls.push({ toolCallId: part.toolCallId, toolName: part.toolName, input: part.input });
  }
  const content = [
    { type: 'text' as const, text: seen.text },
    ...calls.map((call) => ({ type: 'tool-call' as const, ...call })),
  ];
  messages.push({ role: 'assistant', content });
  return calls;
}

async function runCall(call: MadeCall, onAsk: Asked | 'exec', seen: Seen) {
  seen.called.push(call.toolName);
  if (call.toolName !== askUserQuestion.toolName)
    return { call, result: await runTool(call), reply: undefined };
  const parsed = askUserQuestion.parse(call.input);
  if (parsed.type !== 'ask' || onAsk === 'exec')
    throw new Error(`not a usable ask: ${JSON.stringify(parsed)}`);
  seen.asked = parsed.questions;
  const outcome = onAsk(parsed.questions);
  if (!('reply' in outcome))
    return { call, result: askUserQuestion.format(parsed.questions, outcome), reply: undefined };
  return { call, result: { ok: false, text: repliedInChat }, reply: outcome.reply };
}

async function runTool({ toolName, toolCallId, input }: MadeCall): Promise<ToolResult> {
  const tool = readOnlyTools.find(({ name }) => name === toolName);
  if (tool === undefined) return { ok: false, text: 'no such tool' };
  return tool.run(input, {
    workspaceId: workspaceIdSchema.parse('w'),
    messageId: messageIdSchema.parse(1),
    toolCallId: toolCallIdSchema.parse(toolCallId),
    step: 0,
    mode: 'plan' as const,
    folder: anyFolder(folder),
    mentions: () => [],
    permit: () => Promise.resolve({ type: 'nobody' as const }),
    asker: 'Guide',
    signal: new AbortController().signal,
  });
}

function user(content: string): ModelMessage[] {
  return [{ role: 'user', content }];
}

const pickFirst: Asked = (questions) => ({
  type: 'answered',
  timedOut: false,
  replies: questions.map((question): Reply => {
    const [first] = optionsOf(question);
    return { status: 'answered', questionId: question.id, picks: [first?.label ?? ''], origin: 'picked' };
  }),
});

test('it looks, reads, thinks, asks what the folder leaves open, and plans with the answers quoted', async () => {
  await fill(sample);
  const seen = await work(user('Plan a README for this project'), (questions) => ({
    type: 'answered',
    timedOut: false,
    replies: questions.map(
      ({ id }): Reply => ({
        status: 'answered',
        questionId: id,
        picks: [],
        custom: 'sailors & divers',
        origin: 'typed',
      }),
    ),
  }));
  expect(seen.called).toEqual(['list_files', 'read_file', 'ask_user_question']);
  expect(seen.asked).toHaveLength(3);
  expect(seen.asked.some(takesSeveral)).toBe(true);
  expect(seen.asked.every((asked) => optionsOf(asked)[0]?.label.endsWith(' (Recommended)'))).toBe(true);
  expect(seen.asked[0]?.prompt).toContain('tide-tables');
  expect(seen.reasoning).not.toBe('');
  expect(seen.text).toContain('“sailors \\& divers”');
  expect(seen.text).toContain('`package.json`');
  expect(seen.text).toMatch(/^```/m);
  expect(seen.text).not.toContain('!');
});

test('picked labels are quoted without what their badge says, and named files were really there', async () => {
  await fill({ ...sample, 'README.md': '# Tides\n' });
  const seen = await work(user('Plan better error messages'), pickFirst);
  for (const asked of seen.asked)
    expect(seen.text).toContain(`“${shownLabel(optionsOf(asked)[0]?.label ?? '')}”`);
  expect(seen.text).not.toContain('(Recommended)');
  expect(seen.asked.map(({ prompt }) => prompt).join()).toContain('test/');
  expect(seen.text).toContain('`README.md`');
});

test('skipped questions become named assumptions', async () => {
  await fill(sample);
  const seen = await work(user('Plan a README'), (questions) => ({
    type: 'answered',
    timedOut: false,
    replies: questions.map(({ id }): Reply => ({ status: 'skipped', questionId: id })),
  }));
  expect(seen.text).toMatch(/### Assumptions[^]*I assume \*\*People who use it\*\*/);
});

test('when the person declines it goes on with named assumptions and quotes the reason', async () => {
  const seen = await work(user('Plan a game'), () => ({ type: 'declined', reason: 'no time' }));
  expect(seen.text).toContain('“no time”');
  expect(seen.text).toContain('### Assumptions');
});

test('a typed reply is quoted and followed, and nothing is asked again', async () => {
  await fill(sample);
  const chat = user('Plan a README for this project');
  const seen = await work(chat, () => ({ reply: 'just keep it short' }));
  expect(seen.called.filter((name) => name === 'ask_user_question')).toHaveLength(1);
  expect(seen.text).toContain('“just keep it short”');
  expect(seen.text).toContain('## Short plan');
  const long = await work(user('Plan a README for this project'), pickFirst);
  expect(seen.text.length).toBeLessThan(long.text.length / 1.5);
});

test('a later message hears what the guide can do; a new request to plan asks fewer questions', async () => {
  await fill(sample);
  const chat = user('Plan a README for this project');
  await work(chat, pickFirst);
  chat.push(...user('Where is parseTides defined?'));
  const answer = await work(chat, pickFirst);
  expect(answer.called).toEqual([]);
  expect(answer.text).toContain('Start a message with “plan”');
  chat.push(...user('Plan the tests'));
  const second = await work(chat, pickFirst);
  expect(second.asked).toHaveLength(2);
});

test('a message sent while it works is taken into the plan', async () => {
  await fill(sample);
  const chat = user('Plan a README');
  await work(chat, pickFirst);
  const untilAnswered = chat.slice(0, -1);
  untilAnswered.push(...user('and mention Windows'));
  const seen = await work(untilAnswered, pickFirst);
  expect(seen.called).toEqual([]);
  expect(seen.text).toContain('“and mention Windows”');
});

test('in exec mode it never asks, and says that Plan lets it', async () => {
  await fill(sample);
  const seen = await work(user('Plan a README'), 'exec');
  expect(seen.called).toEqual(['list_files', 'read_file']);
  expect(seen.text).toContain('Switch to Plan');
});

test('an empty folder is planned for, a vanished one is said to be gone', async () => {
  const empty = await work(user('Build me a chess clock'), pickFirst);
  expect(empty.asked[1]?.prompt).toContain('empty');
  await rm(folder, { recursive: true });
  const gone = await work(user('Build me a chess clock'), pickFirst);
  expect(gone.called).toEqual(['list_files']);
  expect(gone.text).toContain('is not there any more');
});

test('the same chat gives the same words', async () => {
  await fill(sample);
  const first = await work(user('Plan a README'), pickFirst);
  expect(await work(user('Plan a README'), pickFirst)).toEqual(first);
});

test('whatever lies in the folder and is asked for, the questions are valid', () => {
  const name = fc.oneof(
    fc.string({ minLength: 1 }),
    fc.constantFrom(' ', ' other', 'other', 'Other', 'New files only', 'src/', 'README.md', 'test/'),
  );
  fc.assert(
    fc.property(
      fc.uniqueArray(name, { maxLength: 8 }),
      fc.string(),
      fc.boolean(),
      (names, request, isFirst) => {
        const text = `The folder contains:\n${names.join('\n')}`;
        const listing: Call = { type: 'call', name: 'list_files', input: {}, result: { ok: true, text } };
        const parsed = askUserQuestion.parse({
          questions: questionsFor(request, factsFrom([listing]), isFirst),
        });
        expect(parsed.type).toBe('ask');
      },
    ),
  );
});

test('an abort in the middle of a stream ends it', async () => {
  const controller = new AbortController();
  const { stream } = streamText({
    model: createGuide(async () => true),
    prompt: 'Plan',
    abortSignal: controller.signal,
    maxRetries: 0,
  });
  const types: string[] = [];
  for await (const part of stream) {
    types.push(part.type);
    if (part.type === 'text-delta') controller.abort();
  }
  expect(types).toContain('abort');
  expect(types).not.toContain('error');
});
