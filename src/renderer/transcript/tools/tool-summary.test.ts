import { expect, test } from 'vitest';
import { commandCall, questionCall, toolCall } from '../../../../test/renderer/transcript-samples.ts';
import { failedCalls, lookTime, toolSummary } from './tool-summary.ts';

const call = (toolName: string, input: unknown) => toolCall('call', toolName, { input });
const running = (toolName: string, input: unknown) => toolCall('call', toolName, { input, result: null });

const ran = (input: { command: string }, line: string | null) => ({ ...commandCall('call', line), input });

test.each([
  [[call('read_file', { path: 'a.ts' })], 'Read `a.ts`'],
  [
    [
      call('read_file', { path: 'a' }),
      call('read_file', { path: 'b' }),
      call('search_files', { query: 'parse' }),
    ],
    'Explored 2 files',
  ],
  [[call('list_files', {})], 'Looked into the folder'],
  [[call('list_files', { path: 'src' })], 'Looked into `src`'],
  [[running('search_files', { query: 'parse' })], 'Searching for `parse`…'],
  [[call('edit_file', { path: 'a.ts' })], 'Prepared a change of `a.ts`'],
  [
    [call('edit_file', { path: 'a.ts' }), call('write_file', { path: 'a.ts' })],
    'Prepared a change of `a.ts`',
  ],
  [
    [call('edit_file', { path: 'a.ts' }), call('delete_file', { path: 'b.ts' })],
    'Prepared changes of 2 more files',
  ],
  [[running('edit_file', { path: 'a.ts' })], 'Preparing a change of `a.ts`…'],
  [[call('ast_edit', { path: 'src' })], 'Prepared replacements in `src`'],
  [[running('ast_edit', { path: null, glob: '**/*.ts' })], 'Preparing replacements in `**/*.ts`…'],
  [[call('resolve', { action: 'apply' })], 'Settled the preview'],
  [[call('read_output', { command: 1 })], 'Read a command’s output'],
  [[running('read_output', { command: 1, wait_seconds: 5 })], 'Reading a command’s output…'],
  [[call('read_output', { command: 1 }), call('read_output', { command: 2 })], 'Read a command’s output'],
  [[ran({ command: 'npm test' }, 'npm test')], 'Ran `npm test`'],
  [[ran({ command: 'npm test' }, 'npm test -- --once')], 'Ran `npm test -- --once`'],
  [[ran({ command: 'npm test' }, null)], 'Wanted to run `npm test`'],
  [[ran({ command: 'a' }, null), ran({ command: 'b' }, null)], 'Wanted to run 2 commands'],
  [[running('run_command', { command: 'npm test' })], 'About to run `npm test`…'],
  [[ran({ command: 'echo one\n  echo `date`' }, null)], 'Wanted to run “echo one ⏎ echo `date`”'],
  [[call('fetch_page', 'not an object')], 'Used `fetch_page`'],
  [[call('constructor', {})], 'Used `constructor`'],
])('%#: says what was done', (calls, line) => {
  expect(toolSummary(calls)).toBe(line);
});

const took = (toolName: string, startedAt: number, endedAt: number) =>
  toolCall('call', toolName, { span: { startedAt, endedAt } });

test('says how long looking took, once all of it is over', () => {
  const looks = [took('read_file', 1_000, 3_000), took('search_files', 3_000, 7_000)];
  expect(lookTime(looks)).toBe('6\u00a0s');
  expect(lookTime([took('read_file', 1_000, 1_200)]), 'less than a second').toBeNull();
  expect(lookTime([...looks, running('read_file', {})]), 'still looking').toBeNull();
  expect(lookTime([...looks, took('edit_file', 0, 9_000)]), 'more than looking').toBeNull();
  expect(lookTime([call('read_file', {})]), 'of an older chat').toBeNull();
});

test('a preview that stays open counts as no failure', () => {
  const result = { ok: false, text: 'User responded in chat; the preview is still undecided' };
  const open = toolCall('call', 'resolve', { input: { action: 'apply' }, result });
  expect(toolSummary([open])).toBe('Left the preview open');
  expect(failedCalls([open])).toBe(0);
  expect(failedCalls([toolCall('call', 'read_file', { input: {}, result })])).toBe(1);
});

test('a call that asks or plans is said in words, never by the name of its tool', () => {
  const asking = questionCall('a', 'ask_user_question', { result: null });
  expect(toolSummary([asking])).toBe('Preparing a question…');
  expect(toolSummary([questionCall('a', 'ask')])).toBe('Wanted to ask you something');
  expect(toolSummary([toolCall('a', 'propose_plan', { result: null })])).toBe('Writing a plan…');
});
