import { expect, test } from 'vitest';
import { startExternalChat } from '../../../../../test/main/agents/external/external-chat.ts';
import { anyFolder } from '../../../../../test/main/folder/any-folder.ts';
import { toolParts } from '../../../../../test/main/test-app.ts';
import { CallDiffs } from '../calls/shown-call.ts';
import { updated } from '../calls/call-state.ts';
import { choicesOf, subjectOf } from './permissions.ts';

const folder = '/work/tiny';
type Said = Partial<Parameters<typeof updated>[1]>;
const asked = (said: Said) => {
  const call = updated(undefined, { toolCallId: 'call', ...said });
  return subjectOf(call, new CallDiffs(anyFolder(folder)).of(call), folder);
};
const diff = (newText: string) => ({ type: 'diff', path: 'a.txt', oldText: '', newText });

test.each<[string, unknown, string]>([
  ['a line', { command: 'npm test' }, 'npm test'],
  ['a line with arguments beside it', { command: 'rm', args: ['-rf', 'my files'] }, "rm -rf 'my files'"],
  ['words with arguments beside them', { command: ['git'], args: ['push', '--force'] }, 'git push --force'],
  ['words, one with a blank', { command: ['touch', 'a b'] }, "touch 'a b'"],
  ['a shell with its line', { command: ['bash', '-lc', 'npm test'] }, 'npm test'],
  ['a program of that shape', { command: ['/tmp/sh', '-c', 'ls'] }, '/tmp/sh -c ls'],
])('of %s all that runs is shown', (_, rawInput, line) => {
  expect(asked({ kind: 'execute', title: 'Run', rawInput })).toMatchObject({ type: 'command', line });
});

test.each<[string, Said]>([
  ['an environment', { kind: 'execute', rawInput: { command: 'npm test', env: { NODE_OPTIONS: '-r ./x' } } }],
  ['a standard input', { kind: 'execute', rawInput: { command: 'sh', stdin: 'rm -rf /' } }],
  ['arguments that are no words', { kind: 'execute', rawInput: { command: 'git', args: 'push --force' } }],
  ['a second command', { kind: 'execute', rawInput: { command: 'ls', cmd: 'rm -rf /' } }],
  ['a body', { kind: 'fetch', rawInput: { url: 'https://example.com', method: 'POST', body: 'secrets' } }],
])('with %s the whole input is shown', (_, said) => {
  expect(asked({ title: 'Act', ...said })).toEqual({
    type: 'other',
    title: 'Act',
    text: JSON.stringify(said.rawInput, null, 2),
  });
});

test.each<[string, Said, object]>([
  [
    'a command',
    {
      kind: 'execute',
      rawInput: { command: 'npm test', workdir: '/tmp', sandbox: false },
    },
    { type: 'command', line: 'npm test', folder: '/tmp', more: { sandbox: false } },
  ],
  [
    'a command with a long description',
    { kind: 'execute', rawInput: { command: 'npm test', description: 'long '.repeat(1_000) } },
    { line: 'npm test', more: { description: 'long '.repeat(1_000) } },
  ],
  [
    'a command with a description that is no text',
    { kind: 'execute', rawInput: { command: 'npm test', description: { is: 'no text' } } },
    { line: 'npm test', more: { description: { is: 'no text' } } },
  ],
  [
    'a second folder',
    { kind: 'execute', rawInput: { command: 'ls', cwd: '/a', directory: '/b' } },
    { folder: '/a', more: { directory: '/b' } },
  ],
  [
    'a request',
    { kind: 'fetch', rawInput: { url: 'https://example.com', prompt: 'Sum it up' } },
    { type: 'fetch', url: 'https://example.com', more: { prompt: 'Sum it up' } },
  ],
])('every field of %s is shown', (_, said, subject) => {
  expect(asked({ title: 'Act', ...said })).toMatchObject(subject);
});

test('a command without any other field has none, and too much of them can not be allowed', () => {
  expect(asked({ kind: 'execute', rawInput: { command: 'ls' } })).not.toHaveProperty('more');
  const rawInput = { command: 'ls', note: 'x'.repeat(200_000) };
  expect(asked({ kind: 'execute', title: 'Run', rawInput })).toEqual({ type: 'missing' });
});

test('a command is no edit, whatever changes it shows beside', () => {
  const rawInput = { command: 'make' };
  expect(asked({ kind: 'execute', title: 'Run', rawInput, content: [diff('x')] })).toMatchObject({
    line: 'make',
  });
  expect(asked({ kind: 'edit', title: 'Edit', rawInput, content: [diff('x')] })).toMatchObject({
    type: 'edit',
  });
});

test('what can not be shown whole can not be allowed', () => {
  const huge = 'x'.repeat(1_600_000);
  expect(asked({ kind: 'edit', title: 'Edit', content: [diff('x'), diff(huge)] })).toEqual({
    type: 'missing',
  });
  expect(asked({ kind: 'other', title: 'Act', rawInput: { text: huge } })).toEqual({ type: 'missing' });
});

test.each(['__proto__', 'constructor', 'reject_never'])(
  'an option of the unknown kind %s is a lasting yes',
  (kind) => {
    const asked = {
      sessionId: 's',
      toolCall: { toolCallId: 'call' },
      options: [{ optionId: 'no', name: 'No', kind }],
    };
    expect(choicesOf(asked)).toEqual([{ id: 'no', meaning: 'always', words: 'No', external: true }]);
  },
);

test('what an agent says a command is for stands on its card as its reason', async () => {
  const { chat, client, workspace, send, turn } = await startExternalChat();
  const toolCall = {
    toolCallId: 'run',
    title: 'npm test',
    kind: 'execute',
    rawInput: { command: 'npm test', description: 'Runs the tests' },
  };
  const options = [{ optionId: 'allow-once', name: 'Yes', kind: 'allow_once' }];
  await send(`request session/request_permission ${JSON.stringify({ toolCall, options })}`, 'permit');
  const now = await chat.until((seen) => toolParts(seen)[0]?.permission !== undefined);
  const permission = toolParts(now)[0]?.permission;
  expect(permission?.reason).toBe('Runs the tests');
  expect(permission?.subject).not.toHaveProperty('more');
  await client.workspace.stop({ workspaceId: workspace.id });
  await turn('interrupted');
});
