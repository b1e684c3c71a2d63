import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { prefixProblem } from '../../shared/worktrees/branch-name.ts';

/** True where the git of this machine takes a branch of that name. */
function isBranchName(name: string): boolean {
  try {
    execFileSync('git', ['check-ref-format', '--branch', name], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const prefixes = [
  ['', null],
  ['parley/', null],
  ['wip-', null],
  ['Ada.L/büro/#1@', null],
  ['@', null],
  ['HEAD/', null],
  ['a./b', null],
  ['a.lock', null],
  ['my fixes/', { type: 'anywhere', text: ' ' }],
  ['a..b/', { type: 'anywhere', text: '..' }],
  ['a@{1', { type: 'anywhere', text: '@{' }],
  ['a//', { type: 'anywhere', text: '//' }],
  ['a~', { type: 'anywhere', text: '~' }],
  ['a^/', { type: 'anywhere', text: '^' }],
  ['a:b', { type: 'anywhere', text: ':' }],
  ['a?', { type: 'anywhere', text: '?' }],
  ['a*/', { type: 'anywhere', text: '*' }],
  ['a[0]', { type: 'anywhere', text: '[' }],
  ['a\\b', { type: 'anywhere', text: '\\' }],
  ['/a', { type: 'start', text: '/' }],
  ['-a/', { type: 'start', text: '-' }],
  ['.a/', { type: 'part-start', text: '.' }],
  ['a/.b', { type: 'part-start', text: '.' }],
  ['a.lock/', { type: 'part-end', text: '.lock' }],
  ['a.', { type: 'end', text: '.' }],
  ['a\tb', { type: 'hidden' }],
  ['a\u007f', { type: 'hidden' }],
] as const;

test.each(prefixes)('a prefix %j can be used, or not, as git says', (prefix, problem) => {
  expect(prefixProblem(prefix)).toEqual(problem);
  const areBranches = ['fix', 'lock'].every((slug) => isBranchName(`${prefix}${slug}`));
  expect(areBranches).toBe(problem === null);
});
