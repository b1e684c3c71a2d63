import { expect, test } from 'vitest';
import { withCoverage } from './rule-coverage.ts';

const coverageOf = (line: string, more: { open?: boolean; effect?: 'allow' | 'deny' } = {}) => {
  const { open = true, effect = 'allow' } = more;
  const match = { type: 'command' as const, words: line.split(' '), open, confined: false };
  return withCoverage({ effect, asker: null, folder: null, match }).coverage;
};

test('a rule about a command prefix says what it covers, and which options it still asks for', () => {
  const push = coverageOf('git push');
  expect(push?.does).toBe('Sends commits to a remote of the repository');
  expect(push?.asks).toEqual(expect.arrayContaining(['--force', '--delete', '--mirror', '--receive-pack']));
});

test.each(['mytool', 'git push --force'])('a rule of an earlier version about %s covers nothing', (line) => {
  expect(coverageOf(line)).toBeNull();
});

test('nothing is said of a rule about one line, or one that denies', () => {
  expect(coverageOf('npm test', { open: false })).toBeUndefined();
  expect(coverageOf('npm run lint', { effect: 'deny' })).toBeUndefined();
});
