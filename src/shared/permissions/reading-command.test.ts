import { expect, it } from 'vitest';
import { argvOf } from './argv.ts';
import { commandTable } from './command-table.ts';
import type { CommandRow } from './command-table/command-row.ts';
import { readingCommand } from './reading-command.ts';

function rowsBelow(rows: ReadonlyMap<string, CommandRow>): CommandRow[] {
  return [...rows.values()].flatMap((row) => [row, ...rowsBelow(row.subcommands)]);
}

it('is marked in the table only where it reads, or lists by its options, and a prefix covers it', () => {
  const marked = rowsBelow(commandTable).filter(({ readsFrom }) => readsFrom !== undefined);
  expect(marked.length).toBeGreaterThan(50);
  const more = marked.filter(({ effects, lists }) => lists === undefined && effects.join(' ') !== 'reads');
  expect(more).toEqual([]);
  expect(marked.filter((row) => row.allowedBy !== 'prefix')).toEqual([]);
});

const isReading = (line: string) => readingCommand(argvOf(line) ?? []) !== undefined;

it.for([
  'git branch',
  'git branch -a',
  'git branch -vv',
  'git branch --show-current',
  'git tag',
  'git tag -n3',
  'git stash list',
  'git worktree list',
  'git --version',
  'node --version',
  'sed -n 1,20p a',
  "sed -n '$p' a",
  'cat package.json',
  'git diff HEAD~1',
  'git show HEAD~2:src/a.ts',
  'sort -k 2 a',
  'tail -n 5',
])('reads only: %s', (line) => {
  expect(isReading(line)).toBe(true);
});

it.for([
  'git branch x',
  'git branch -a x',
  'git branch -d x',
  'git branch -m x',
  'git branch --list x',
  'git tag x',
  'git tag -d x',
  'git tag -a',
  'git fetch',
  'git ls-remote',
  'git stash',
  'git --version x',
  'git version',
  'node --version x',
  'node -v',
  'node x',
  'sed -n p a',
  'sed -n 1w a',
  'sed -n 1,2p -i a',
  'sed 1,2p a',
  'sed -n 1,2p -n a',
  'cat .env',
  'cat a/.git/config',
  'cat ../a',
  'sort -o a b',
  'uniq a b',
  'sleep 1',
  'npm ls',
  'docker ps',
  'pip list',
  'cargo tree',
  'cargo check',
  'ps aux',
  'printenv',
  'xxd a',
  'yq . a',
  'find . -delete',
  'jq -n env',
  'tar -tf a -I x',
  'git -C a status',
  'git diff --ext-diff',
  'grep -r a .',
])('does more than read, or may: %s', (line) => {
  expect(isReading(line)).toBe(false);
});
