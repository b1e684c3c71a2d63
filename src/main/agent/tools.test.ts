import { expect, it } from 'vitest';
import { z } from 'zod';
import { messageIdSchema, toolCallIdSchema, workspaceIdSchema } from '../../shared/ids.ts';
import type { AgentTool } from './tool.ts';
import { Tools } from './tools.ts';

const context = {
  workspaceId: workspaceIdSchema.parse('w'),
  messageId: messageIdSchema.parse(1),
  toolCallId: toolCallIdSchema.parse('c'),
  asker: 'Parley',
  folder: '/',
  signal: new AbortController().signal,
};

const tool = (name: string, run: AgentTool['run']): AgentTool => ({
  name,
  description: '',
  inputSchema: z.object({}),
  run,
});

const ask = tool('ask_user_question', async () => ({ ok: true, text: 'asked' }));

it('turns a bug in a tool into a failed result with a reference, so that the chat goes on', async () => {
  const reported: unknown[] = [];
  const bug = Object.assign(new Error('odd drive'), { code: 'EINVAL' });
  const broken = tool('read_file', () => Promise.reject(bug));
  const tools = new Tools([broken], ask, (error) => `ref-${reported.push(error)}`);
  const result = await tools.run('read_file', {}, context);
  expect(result.ok).toBe(false);
  expect(result.text).toContain('reference ref-1');
  expect(reported).toEqual([bug]);
});

it('lets a failure of the database through, for the turn has to end then', async () => {
  const full = Object.assign(new Error('database or disk is full'), { errcode: 13 });
  const broken = tool('read_file', () => Promise.reject(full));
  await expect(new Tools([broken], ask, String).run('read_file', {}, context)).rejects.toBe(full);
});

it('offers the ask in plan mode only, and refuses it in exec mode with its exact text', () => {
  const tools = new Tools([tool('read_file', ask.run)], ask, String);
  expect(tools.offered('plan').map(({ name }) => name)).toEqual(['read_file', 'ask_user_question']);
  expect(tools.offered('exec').map(({ name }) => name)).toEqual(['read_file']);
  expect(tools.refusal('ask_user_question', 'exec')).toBe(
    'ask_user_question is available in plan mode only.',
  );
  expect(tools.refusal('rm', 'exec')).toBe('There is no tool called rm.');
});
