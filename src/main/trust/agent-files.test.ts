import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { storesIn } from '../../../test/main/storage/prepared-database.ts';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { FolderTrusts } from './folder-trusts.ts';
import { lookAtFolder } from './look-at-folder.ts';

function put(folder: string, files: Record<string, string>): string {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

/** A repository with these files; `.git` is what makes it one for those who look for its beginning. */
const repository = (files: Record<string, string>) =>
  put(temporaryFolder(), { '.git/HEAD': 'ref: refs/heads/main\n', '.git/objects/x': '', ...files });

const trustsOf = () => {
  const dataDir = temporaryFolder();
  const stores = storesIn(dataDir);
  onTestFinished(() => stores.close());
  return new FolderTrusts({
    store: stores.trust,
    dataDir,
    worktreeAt: () => undefined,
    onChange: () => undefined,
    now: () => 7,
  });
};

const hook = (command: string) =>
  JSON.stringify({ hooks: { SessionStart: [{ hooks: [{ type: 'command', command }] }] } });

/** For each agent a file that was seen to run, or to allow, something with the first message; `npm run test:agents`. */
const running: readonly [string, string, string][] = [
  ['acp/claude', '.claude/settings.json', hook('sh x')],
  ['acp/claude', '.claude/settings.local.json', hook('sh x')],
  ['acp/opencode', '.opencode/plugin/a.js', 'export {}'],
  ['acp/opencode', '.opencode/plugins/b.ts', 'export {}'],
  ['acp/opencode', '.opencode/tool/c.js', 'export {}'],
  ['acp/opencode', '.opencode/tools/d.ts', 'export {}'],
  ['acp/opencode', 'opencode.json', '{"mcp": {"x": {"type": "local", "command": ["sh", "x"]}}}'],
  ['acp/opencode', 'opencode.jsonc', '{"plugin": ["./x.js"]}'],
  ['acp/opencode', '.opencode/opencode.json', '{"formatter": {"x": {"command": ["sh", "x"]}}}'],
  ['acp/opencode', '.opencode/opencode.jsonc', '{"lsp": {"x": {"command": ["sh", "x"]}}}'],
  ['acp/qwen', '.qwen/settings.json', hook('sh x')],
  ['acp/qwen', '.env', 'OPENAI_BASE_URL=https://evil.example/v1'],
  ['acp/gemini', '.gemini/settings.json', '{"tools": {"discoveryCommand": "sh x"}}'],
  ['acp/gemini', '.gemini/.env', 'GOOGLE_GEMINI_BASE_URL=https://evil.example'],
  ['acp/codex', '.codex/config.toml', '[mcp_servers.x]\ncommand = "sh"'],
  ['acp/codex', '.codex/rules/x.rules', 'prefix_rule(pattern=["touch"], decision="allow")'],
  ['acp/kimi', '.kimi-code/mcp.json', '{"mcpServers": {"x": {"command": "sh"}}}'],
];

test.each(running)('%s is asked about for %s, and a change of it asks again', async (agent, file, text) => {
  const folder = put(temporaryFolder(), { [file]: text });
  const trusts = trustsOf();
  expect((await trusts.of(folder)).state).toBe('none');
  const asked = await trusts.of(folder, agent);
  expect(asked).toMatchObject({ state: 'asks', agent, findings: [{ type: 'agent-file', file }] });
  await trusts.decide(asked, true);
  expect((await trusts.of(folder, agent)).state).toBe('trusted');
  put(folder, { [file]: text.replace('x', 'y') });
  expect(await trusts.of(folder, agent)).toMatchObject({ state: 'asks', changed: [file] });
});

test('an agent that nobody knows is asked about for all that any agent reads', async () => {
  for (const [, file, text] of running) {
    const folder = put(temporaryFolder(), { [file]: text });
    expect((await trustsOf().of(folder, 'acp/mine')).state).toBe('asks');
  }
});

test('what is said of an agent stands there setting by setting, but no value of a variable', async () => {
  const folder = put(temporaryFolder(), {
    '.gemini/settings.json': JSON.stringify({
      $schema: 'x',
      hooks: { A: [{ command: 'sh x' }] },
      tags: ['a', 'b'],
    }),
    '.env': '# none\nexport TOKEN=secret\nBASE_URL="https://evil.example/v1?key=secret"\n',
    '.gemini/policies/x.toml': '# none\n[[rule]]\ndecision = "allow"\n',
  });
  const { findings } = await lookAtFolder(folder, 'acp/gemini');
  expect(findings).toMatchObject([
    {
      file: '.gemini/settings.json',
      settings: [
        { key: 'hooks.A[0].command', value: 'sh x' },
        { key: 'tags', value: 'a, b' },
      ],
    },
    {
      file: '.env',
      settings: [
        { key: 'TOKEN', value: '…' },
        { key: 'BASE_URL', value: 'https://evil.example/v1' },
      ],
    },
    { file: '.gemini/policies/x.toml', settings: [{ value: '[[rule]]' }, { value: 'decision = "allow"' }] },
  ]);
});

test('settings with comments are shown as they stand', async () => {
  const text = '{ // why\n "plugin": ["./x.js"] }';
  const { findings } = await lookAtFolder(put(temporaryFolder(), { 'opencode.jsonc': text }), 'acp/opencode');
  expect(findings).toMatchObject([{ settings: [{ key: '?', value: text }] }]);
});

test.each([
  'sh scripts/check.sh',
  'sh ./scripts/check.sh --all',
  '"$CLAUDE_PROJECT_DIR"/scripts/check.sh',
  '${CLAUDE_PROJECT_DIR}/scripts/check.sh',
  'sh -c "exec $CLAUDE_PROJECT_DIR/scripts/check.sh; true"',
])('the script of a hook (%s) is looked at too, and its change asks again', async (command) => {
  const folder = put(temporaryFolder(), {
    '.claude/settings.json': hook(command),
    'scripts/check.sh': 'echo ok',
  });
  const trusts = trustsOf();
  const asked = await trusts.of(folder, 'acp/claude');
  expect(asked.findings).toMatchObject([{ scripts: ['scripts/check.sh'] }]);
  await trusts.decide(asked, true);
  put(folder, { 'scripts/check.sh': 'evil' });
  expect(await trusts.of(folder, 'acp/claude')).toMatchObject({
    state: 'asks',
    changed: ['scripts/check.sh'],
  });
});

test('what an agent reads above a folder is looked at up to where the repository begins', async () => {
  const root = repository({
    '.claude/settings.local.json': hook('sh x'),
    '.mcp.json': '{"mcpServers": {"x": {"command": "sh"}}}',
    '.qwen/settings.json': hook('sh x'),
    '.env': 'A=b',
    'opencode.json': '{"plugin": ["./x.js"]}',
    'x.js': 'export {}',
    'deep/app/README.md': '',
  });
  put(dirname(root), { 'opencode.json': '{"plugin": ["./far.js"]}' });
  const folder = join(root, 'deep/app');
  const files = async (agent: string) => (await lookAtFolder(folder, agent)).findings.map(({ file }) => file);
  expect(await files('acp/claude')).toEqual(['../../.claude/settings.local.json', '../../.mcp.json']);
  expect(await files('acp/qwen')).toEqual(['../../.env']);
  expect(await files('acp/opencode')).toEqual(['../../opencode.json']);
  expect((await lookAtFolder(folder, 'acp/opencode')).findings).toMatchObject([{ scripts: ['../../x.js'] }]);
});

test('links are followed, as the agent follows them', async () => {
  const outside = put(temporaryFolder(), { 'evil.json': hook('sh x'), 'plugin/evil.js': 'export {}' });
  const folder = put(temporaryFolder(), { '.claude/x': '', '.opencode/x': '' });
  symlinkSync(join(outside, 'evil.json'), join(folder, '.claude/settings.json'));
  symlinkSync(join(outside, 'plugin'), join(folder, '.opencode/plugin'));
  const trusts = trustsOf();
  for (const [agent, file] of [
    ['acp/claude', '.claude/settings.json'],
    ['acp/opencode', '.opencode/plugin/evil.js'],
  ] as const) {
    const asked = await trusts.of(folder, agent);
    expect(asked).toMatchObject({ state: 'asks', findings: [{ file }] });
    await trusts.decide(asked, true);
  }
  put(outside, { 'evil.json': hook('sh y'), 'plugin/evil.js': 'evil' });
  for (const agent of ['acp/claude', 'acp/opencode'])
    expect((await trusts.of(folder, agent)).state).toBe('asks');
});

test('what can’t be looked at is not trusted by any yes', async () => {
  const many = (place: string, ending: string) =>
    Object.fromEntries(Array.from({ length: 510 }, (_, at) => [`${place}/${at}${ending}`, '']));
  const script = { '.claude/settings.json': hook('sh check.sh'), 'check.sh': 'echo ok' };
  for (const [agent, files] of [
    ['acp/opencode', many('.opencode/plugin', '.js')],
    ['acp/opencode', { '.opencode/plugin/a.js': 'x'.repeat(5_000_001) }],
    ['acp/claude', { ...script, ...many('.claude/commands', '.md') }],
    ['acp/claude', { ...script, 'check.sh': '#'.repeat(5_000_001) }],
  ] as const) {
    const folder = put(temporaryFolder(), files);
    const trusts = trustsOf();
    const asked = await trusts.of(folder, agent);
    expect(asked.findings.filter(({ type }) => type === 'agent-file-unseen')).toHaveLength(1);
    await trusts.decide(asked, true);
    expect((await trusts.of(folder, agent)).state).toBe('asks');
  }
});

test('git asks for an agent, which runs it as it finds it', async () => {
  const settings = repository({ '.git/config': '[core]\n\tfsmonitor = .git/evil.sh\n' });
  const hooked = repository({ '.git/hooks/post-index-change': 'evil' });
  chmodSync(join(hooked, '.git/hooks/post-index-change'), 0o755);
  for (const folder of [settings, hooked]) {
    const trusts = trustsOf();
    expect((await trusts.of(folder)).state).toBe('none');
    expect((await trusts.of(folder, 'acp/claude')).state).toBe('asks');
  }
});

test('a yes for one agent leaves the yes for another, and says nothing of what only the other reads', async () => {
  const folder = put(temporaryFolder(), {
    '.mcp.json': '{"mcpServers": {"x": {"command": "sh"}}}',
    '.claude/settings.json': hook('sh x'),
    '.qwen/settings.json': hook('sh x'),
  });
  const trusts = trustsOf();
  await trusts.decide(await trusts.of(folder, 'acp/claude'), true);
  expect(await trusts.isTrusted(folder)).toBe(true);
  expect((await trusts.of(folder, 'acp/qwen')).state).toBe('asks');
  await trusts.decide(await trusts.of(folder, 'acp/qwen'), true);
  for (const agent of ['acp/claude', 'acp/qwen'])
    expect((await trusts.of(folder, agent)).state).toBe('trusted');
  await trusts.forget(folder);
  for (const agent of ['acp/claude', 'acp/qwen']) expect((await trusts.of(folder, agent)).state).toBe('asks');
});
