import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
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

test('a skill is one file: not those beside it, deeper ones, or what a link leads to', async () => {
  const folder = temporaryFolder();
  const put = (path: string) => {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), 'See `scripts/run.sh`.');
  };
  for (const path of [
    '.claude/skills/a/SKILL.md',
    '.claude/skills/a/scripts/run.sh',
    '.claude/skills/a/b/SKILL.md',
    '.agents/skills/c/SKILL.md',
    'scripts/run.sh',
    'other/SKILL.md',
  ])
    put(path);
  symlinkSync('../../other', join(folder, '.claude/skills/linked'));
  const { findings, files } = await lookAtFolder(folder);
  const skills = [
    { type: 'skill', file: '.claude/skills/a/SKILL.md' },
    { type: 'skill', file: '.agents/skills/c/SKILL.md' },
  ];
  expect(findings).toEqual(skills);
  expect([...files.keys()]).toEqual(skills.map(({ file }) => file));
  const forClaude = await lookAtFolder(folder, 'acp/claude');
  expect(forClaude.findings).toContainEqual(
    expect.objectContaining({
      type: 'agent-file',
      file: '.claude/skills/a/SKILL.md',
      scripts: ['scripts/run.sh'],
    }),
  );
  expect(forClaude.findings.filter(({ type }) => type === 'skill')).toEqual(skills.slice(1));
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

/** The scripts that the card lists of a server with this command, in a folder with files of these names. */
async function scriptsOf(words: readonly string[], files: readonly string[]): Promise<string[]> {
  const folder = temporaryFolder();
  for (const file of files) {
    mkdirSync(join(folder, file, '..'), { recursive: true });
    writeFileSync(join(folder, file), 'serve()');
  }
  const [command, ...args] = words;
  writeFileSync(join(folder, '.mcp.json'), JSON.stringify({ mcpServers: { one: { command, args } } }));
  const { findings, files: hashed } = await lookAtFolder(folder);
  const scripts = findings.flatMap((finding) => (finding.type === 'server-command' ? finding.scripts : []));
  expect([...hashed.keys()].toSorted()).toEqual(['.mcp.json', ...scripts].toSorted());
  return scripts;
}

test.each<[words: string[], script: string]>([
  [['sh', '-c', 'exec node ./x.mjs'], 'x.mjs'],
  [['bash', '-lc', 'cd "$(dirname $0)" && node x.mjs'], 'x.mjs'],
  [['cmd', '/c', 'node x.mjs'], 'x.mjs'],
  [['cmd', '/c', String.raw`node .\lib\x.mjs`], 'lib/x.mjs'],
  [['env', 'A=b', 'node', 'x.mjs'], 'x.mjs'],
  [['npx', 'tsx', './src/x.ts'], 'src/x.ts'],
  [['node', '--import', './y.mjs', '--eval', '1'], 'y.mjs'],
  [['node', '--import=./y.mjs', 'a-server'], 'y.mjs'],
  [['node', '-e', `import('./x.mjs')`], 'x.mjs'],
  [['node', './server'], 'server.js'],
  [['node', '.'], 'index.js'],
  [['uv', 'run', 'x.py'], 'x.py'],
  [['python', '-m', 'pkg'], 'pkg/__main__.py'],
  [['python3', '-m', 'pkg.server'], 'pkg/server.py'],
  [['sh', '-c', `bash -c "sh -c 'node \\"my tools/x.mjs\\"'"`], 'my tools/x.mjs'],
  [['sh', '-c', 'cd tools && exec node x.mjs'], 'tools/x.mjs'],
  [['sh', '-c', 'node $PWD/x.mjs'], 'x.mjs'],
  [['npm', 'start'], 'package.json'],
  [['sh', '-c', 'npm --prefix web run serve'], 'web/package.json'],
  [['docker', 'compose', 'run', 'server'], 'compose.yml'],
  [['make', '-s', 'serve'], 'Makefile'],
])('of the server %j the script %s is listed and hashed', async (words, script) => {
  expect(await scriptsOf(words, [script, 'other.mjs', 'docs/x.md'])).toEqual([script]);
});

test('a server that names nothing of the folder has no scripts', async () => {
  expect(await scriptsOf(['npx', '-y', '@scope/a-server@1.2'], ['x.mjs', 'a.py'])).toEqual([]);
});
