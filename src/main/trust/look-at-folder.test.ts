import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { lookAtFolder } from './look-at-folder.ts';

/** A folder with files of these names below `.parley`. */
function folderWith(kind: 'commands' | 'tools', names: readonly string[]): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, '.parley', kind), { recursive: true });
  for (const name of names) writeFileSync(join(folder, '.parley', kind, name), name);
  return folder;
}

const numbered = (count: number, ending: string) =>
  Array.from({ length: count }, (_, index) => `${String(index).padStart(5, '0')}${ending}`);

test('of a folder with more files than it may bring the first ones count, and one finding says so', async () => {
  const { findings, files } = await lookAtFolder(folderWith('commands', numbered(700, '.md')));
  expect(files.size).toBe(500);
  expect(findings.filter(({ type }) => type === 'slash-command')).toHaveLength(500);
  expect(findings.filter(({ type }) => type === 'not-used')).toMatchObject([
    { file: '.parley/commands/00500.md', why: 'too-many' },
  ]);
});

test('names without end are not looked through', async () => {
  const folder = folderWith('commands', [...numbered(5_200, '.txt'), 'last.md']);
  const { findings, files } = await lookAtFolder(folder);
  expect([...files.keys()]).toEqual([]);
  expect(findings).toMatchObject([{ type: 'not-used', why: 'too-many' }]);
});

test('a script that an option of a server names is looked at as well', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'hook.mjs'), 'serve()');
  const mcpServers = { one: { command: 'node', args: ['--import=./hook.mjs', 'x'] } };
  writeFileSync(join(folder, '.mcp.json'), JSON.stringify({ mcpServers }));
  const { findings, files } = await lookAtFolder(folder);
  expect([...files.keys()]).toEqual(['.mcp.json', 'hook.mjs']);
  expect(findings).toMatchObject([{ type: 'server-command', scripts: ['hook.mjs'] }]);
});

test('what is set for a server is shown, and a file that it names is looked at as well', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'early.cjs'), 'first()');
  const env = { NODE_OPTIONS: '--no-warnings --require ./early.cjs' };
  const mcpServers = { one: { command: 'npx', args: ['-y', 'a-server'], env } };
  writeFileSync(join(folder, '.mcp.json'), JSON.stringify({ mcpServers }));
  const { findings, files } = await lookAtFolder(folder);
  expect([...files.keys()]).toEqual(['.mcp.json', 'early.cjs']);
  expect(findings).toMatchObject([{ type: 'server-command', env, scripts: ['early.cjs'] }]);
});
