import { expect, test } from 'vitest';
import { changesGit } from './git-changing.ts';

const changing = [
  'git commit -m x',
  'cd a && git add -A',
  'git -c a=b push origin main',
  'npm test; git stash',
  '(git checkout -b x)',
];
const others = [
  'git status',
  'git diff --stat',
  'git log commit',
  'grep git commit',
  'git show-ref',
  'git branchless',
  'digit add',
];

test('lines that begin git where it changes its own files are told from those that read', () => {
  expect(changing.filter(changesGit)).toEqual(changing);
  expect(others.filter(changesGit)).toEqual([]);
});
