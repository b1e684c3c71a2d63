import { expect, it } from 'vitest';
import { z } from 'zod';
import type { Mode } from '../../shared/workspace/workspace.ts';
import { messageIdSchema, toolCallIdSchema, workspaceIdSchema } from '../../shared/ids.ts';
import { createDialects, type DialectId } from '../../shared/dialects/registry.ts';
import type { AgentTool } from './tool.ts';
import { Tools } from './tool-set.ts';
import { anyFolder } from '../../../test/main/folder/any-folder.ts';

const context = {
  workspaceId: workspaceIdSchema.parse('w'),
  messageId: messageIdSchema.parse(1),
  toolCallId: toolCallIdSchema.parse('c'),
  step: 0,
  mode: 'exec' as const,
  asker: 'Parley',
  folder: anyFolder('/'),
  mentions: () => [],
  permit: () => Promise.resolve({ type: 'nobody' as const }),
  signal: new AbortController().signal,
};

const tool = (name: string, run: AgentTool['run'], kind: AgentTool['kind'] = 'plain'): AgentTool => ({
  name,
  kind,
  description: '',
  inputSchema: z.object({}),
  run,
});

const ask = tool('ask_user_question', async () => ({ ok: true, text: 'asked' }), 'question');

const dialects = createDialects({});

const toolsWith = (readOnly: AgentTool[], report: (error: unknown) => string = String, canAsk = true) => {
  const asking = new Map<DialectId, AgentTool>([
    ['ask_user_question', ask],
    ['ask', tool('ask', ask.run, 'question')],
    ['agent_shell', tool('shell', ask.run, 'command')],
  ]);
  const resolve = tool('resolve', async () => ({ ok: true, text: 'resolved' }));
  const writing = [tool('edit_file', async () => ({ ok: true, text: 'staged' }), 'preview')];
  const planning = [tool('propose_plan', async () => ({ ok: true, text: 'proposed' }), 'preview')];
  const acting = [tool('run_command', async () => ({ ok: true, text: 'ran' }), 'run')];
  return new Tools({ readOnly, planning, writing, acting, resolve, dialects, asking, canAsk, report });
};

it('turns a bug in a tool into a failed result with a reference, so that the chat goes on', async () => {
  const reported: unknown[] = [];
  const bug = Object.assign(new Error('odd drive'), { code: 'EINVAL' });
  const broken = tool('read_file', () => Promise.reject(bug));
  const tools = toolsWith([broken], (error) => `ref-${reported.push(error)}`);
  const result = await tools.run('read_file', {}, context);
  expect(result.ok).toBe(false);
  expect(result.text).toContain('reference ref-1');
  expect(reported).toEqual([bug]);
});

it('lets a failure of the database through, for the turn has to end then', async () => {
  const full = Object.assign(new Error('database or disk is full'), { errcode: 13 });
  const broken = tool('read_file', () => Promise.reject(full));
  await expect(toolsWith([broken]).run('read_file', {}, context)).rejects.toBe(full);
});

it('offers ask_user_question in plan mode only, and refuses it in exec mode with its exact text', () => {
  const tools = toolsWith([tool('read_file', ask.run)]);
  const names = (mode: Mode, dialect: DialectId) => tools.offered({ mode, dialect }).map(({ name }) => name);
  expect(names('plan', 'ask_user_question')).toEqual([
    'read_file',
    'ask_user_question',
    'propose_plan',
    'resolve',
  ]);
  expect(names('exec', 'ask_user_question')).toEqual(['read_file', 'edit_file', 'run_command']);
  expect(names('exec', 'ask')).toEqual(['read_file', 'edit_file', 'run_command', 'ask']);
  const exec = { mode: 'exec', dialect: 'ask_user_question' } as const;
  expect(tools.refusal('ask_user_question', exec)).toEqual({
    ok: false,
    text: 'ask_user_question is available in plan mode only.',
    refusal: 'mode',
  });
  const noTool = { ok: false, refusal: 'no-tool' };
  expect(tools.refusal('rm', exec)).toEqual({ ...noTool, text: 'There is no tool called rm.' });
  expect(tools.refusal('ask', exec)).toEqual({ ...noTool, text: 'There is no tool called ask.' });
});

it('names the asking tool where a request carries it, in the words of its dialect, and null where not', () => {
  const tools = toolsWith([]);
  const mention = (mode: Mode, dialect: DialectId) => tools.mentionOfAsking({ mode, dialect });
  expect(mention('plan', 'ask_user_question')).toBe('ask_user_question');
  expect(mention('exec', 'ask_user_question')).toBeNull();
  expect([mention('plan', 'ask'), mention('exec', 'ask')]).toEqual(['ask', 'ask']);
  expect(mention('exec', 'agent_shell')).toBe('the command AskUserQuestion of the tool shell');
  expect(toolsWith([], String, false).mentionOfAsking({ mode: 'plan', dialect: 'ask' })).toBeNull();
});

it('knows the kind of every call, also of a tool that another dialect asks with', () => {
  const tools = toolsWith([tool('read_file', ask.run)]);
  const names = ['read_file', 'edit_file', 'propose_plan', 'resolve', 'ask_user_question', 'ask', 'rm'];
  expect(names.map((name) => tools.kindOf(name))).toEqual([
    'plain',
    'preview',
    'preview',
    'plain',
    'question',
    'question',
    'plain',
  ]);
});

it('offers nothing that asks where nobody can be asked', () => {
  const tools = toolsWith([], String, false);
  expect(tools.offered({ mode: 'plan', dialect: 'ask' })).toEqual([]);
  expect(tools.refusal('ask', { mode: 'plan', dialect: 'ask' })).toBeUndefined();
});

it('offers what writes in exec mode only, and refuses it in plan mode however it is called', async () => {
  const tools = toolsWith([]);
  const plan = { mode: 'plan', dialect: 'ask' } as const;
  const text = 'edit_file is available in exec mode only.';
  const refused = { ok: false, text, refusal: 'mode' };
  expect(tools.offered(plan).map(({ name }) => name)).not.toContain('edit_file');
  expect(tools.refusal('edit_file', plan)).toEqual(refused);
  expect(await tools.run('edit_file', {}, { ...context, mode: 'plan' })).toEqual(refused);
  expect(tools.refusal('edit_file', { ...plan, mode: 'exec' })).toBeUndefined();
});

it('offers what runs commands in exec mode only, names it there, and refuses it in plan mode however it is called', async () => {
  const tools = toolsWith([]);
  const plan = { mode: 'plan', dialect: 'ask' } as const;
  const text = 'run_command is available in exec mode only.';
  const refused = { ok: false, text, refusal: 'mode' };
  expect(tools.offered(plan).map(({ name }) => name)).not.toContain('run_command');
  expect(tools.refusal('run_command', plan)).toEqual(refused);
  expect(await tools.run('run_command', {}, { ...context, mode: 'plan' })).toEqual(refused);
  expect(tools.refusal('run_command', { ...plan, mode: 'exec' })).toBeUndefined();
  expect([tools.running(plan), tools.running({ ...plan, mode: 'exec' })]).toEqual([null, 'run_command']);
  expect(tools.writing({ ...plan, mode: 'exec' })).toEqual(['edit_file']);
});

it('offers what plans in plan mode only, and refuses it in exec mode however it is called', async () => {
  const tools = toolsWith([]);
  const exec = { mode: 'exec', dialect: 'ask' } as const;
  const text = 'propose_plan is available in plan mode only.';
  const refused = { ok: false, text, refusal: 'mode' };
  expect(tools.offered(exec).map(({ name }) => name)).not.toContain('propose_plan');
  expect(tools.refusal('propose_plan', exec)).toEqual(refused);
  expect(await tools.run('propose_plan', {}, context)).toEqual(refused);
  expect(tools.refusal('propose_plan', { ...exec, mode: 'plan' })).toBeUndefined();
});

it('lists resolve in exec mode only while something is pending, and runs it whenever it is called', () => {
  const tools = toolsWith([]);
  const names = (pending: boolean) =>
    tools.offered({ mode: 'exec', dialect: 'ask_user_question', pending }).map(({ name }) => name);
  expect(names(false)).toEqual(['edit_file', 'run_command']);
  expect(names(true)).toEqual(['edit_file', 'run_command', 'resolve']);
  expect(tools.refusal('resolve', { mode: 'plan', dialect: 'ask' })).toBeUndefined();
});
