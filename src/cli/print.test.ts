import { expect, test } from 'vitest';
import { hasHiddenCharacters } from '../shared/hidden-characters.ts';
import { runCommand } from '../../test/cli/run-command.ts';

const hostile = '\u001B]0;owned\u0007\u202Eabc';
const visible = '<U+001B>]0;owned<U+0007><U+202E>abc';

const options = [{ label: hostile }, { label: hostile }];

test.each([
  [
    'what is refused of a call',
    ['ask', '--dialect', 'ask'],
    JSON.stringify({ questions: [{ id: 'a', question: 'Which?', options }] }),
  ],
  ['what is no JSON', ['ask'], hostile],
  ['an option that there is not', [`--${hostile}`], ''],
  ['an argument of an option', ['ledger', '--since', hostile], ''],
  ['a file that is not there', ['review', hostile], ''],
])('%s is quoted so that a terminal shows all of it', async (_what, args, input) => {
  const { code, stdout, stderr } = await runCommand('parley', args, { input });
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain(visible);
  expect(hasHiddenCharacters(stderr)).toBe(false);
});
