import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { FolderTrust } from '../../shared/trust/folder-trust.ts';
import { storesIn } from '../../../test/main/storage/prepared-database.ts';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { FolderTrusts } from './folder-trusts.ts';

const servers = (args: string[] = ['server.mjs']) =>
  JSON.stringify({
    mcpServers: {
      local: { command: 'node', args, env: { LEVEL: '${LEVEL}' } },
      far: { url: 'https://mcp.example.com/a', headers: { Authorization: 'Bearer ${TOKEN}' } },
    },
  });

/** A folder with files, and the trust of folders on a database of its own. */
function trying(files: Record<string, string>) {
  const folder = join(temporaryFolder(), 'project');
  put(folder, files);
  const dataDir = temporaryFolder();
  const stores = storesIn(dataDir);
  onTestFinished(() => stores.close());
  const seen: FolderTrust[] = [];
  const parts = {
    store: stores.trust,
    dataDir,
    worktreeAt: () => undefined,
    onChange: (trust: FolderTrust) => void seen.push(trust),
    now: () => 7,
  };
  const trusts = new FolderTrusts(parts);
  return { folder, dataDir, trusts, seen, store: stores.trust, again: () => new FolderTrusts(parts) };
}

function put(folder: string, files: Record<string, string>): void {
  mkdirSync(folder, { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

const everything: Record<string, string> = {
  '.mcp.json': servers(),
  'server.mjs': 'serve()',
  '.parley/tools/deploy.mjs': 'export default {}',
  '.parley/tools/lib/shared.mjs': 'export {}',
  '.parley/commands/release.md': 'Release it',
  '.claude/commands/deep/review.md': 'Review it',
  '.claude/commands/notes.txt': 'none',
  '.agents/skills/release/SKILL.md': 'Release it',
  '.git/HEAD': 'ref: refs/heads/main\n',
  '.git/objects/x': '',
  '.git/config': '[core]\n\tbare = false\n\tfsmonitor = .git/evil.sh\n',
};

test('a folder says all that would run or reach out, and nothing is trusted before a yes', async () => {
  const { folder, trusts } = trying(everything);
  const { state, findings, changed } = await trusts.of(folder);
  expect([state, changed]).toEqual(['asks', []]);
  expect(findings).toEqual([
    {
      type: 'server-command',
      file: '.mcp.json',
      name: 'local',
      words: ['node', 'server.mjs'],
      env: { LEVEL: '${LEVEL}' },
      scripts: ['server.mjs'],
      variables: ['LEVEL'],
    },
    {
      type: 'server-address',
      file: '.mcp.json',
      name: 'far',
      url: 'https://mcp.example.com/a',
      variables: ['Authorization', 'TOKEN'],
    },
    { type: 'tool', file: '.parley/tools/deploy.mjs' },
    { type: 'tool', file: '.parley/tools/lib/shared.mjs' },
    { type: 'slash-command', file: '.parley/commands/release.md' },
    { type: 'slash-command', file: '.claude/commands/deep/review.md' },
    { type: 'git-setting', file: '.git/config', key: 'core.fsmonitor', value: '.git/evil.sh' },
    { type: 'skill', file: '.agents/skills/release/SKILL.md' },
  ]);
  expect(await trusts.isTrusted(folder)).toBe(false);
  expect(await trusts.read(folder, '.mcp.json')).toBeUndefined();
});

test('one yes holds for what was shown, also after a restart, and is asked for again when a file of it changes', async () => {
  const { folder, trusts, again } = trying(everything);
  const { fingerprint } = await trusts.of(folder);
  expect(await trusts.decide({ folder, agent: null, fingerprint }, true)).toBe(true);
  expect((await again().of(folder)).state).toBe('trusted');
  expect(await trusts.read(folder, '.mcp.json')).toBe(servers());
  put(folder, {
    'README.md': 'no part of it',
    '.git/config': '[core]\n\tfsmonitor = .git/evil.sh\n[user]\n\tname = x\n',
  });
  expect(await trusts.isTrusted(folder)).toBe(true);
  for (const [path, text] of Object.entries({
    'server.mjs': 'serve(other)',
    '.parley/tools/lib/shared.mjs': 'export { evil }',
    '.parley/commands/release.md': 'Send the keys',
    '.agents/skills/release/SKILL.md': 'Send the keys',
    '.mcp.json': servers(['server.mjs', '--all']),
    '.git/config': '[core]\n\tsshCommand = evil\n',
  })) {
    put(folder, { [path]: text });
    expect(await trusts.of(folder)).toMatchObject({ state: 'asks', changed: [path] });
    expect(await trusts.read(folder, path)).toBeUndefined();
    put(folder, { [path]: everything[path] ?? '' });
    expect(await trusts.isTrusted(folder)).toBe(true);
  }
  put(folder, { '.parley/tools/new.mjs': 'export default {}' });
  expect(await trusts.of(folder)).toMatchObject({ state: 'asks', changed: ['.parley/tools/new.mjs'] });
  rmSync(join(folder, '.parley'), { recursive: true });
  expect(await trusts.isTrusted(folder)).toBe(true);
});

test('a yes for something else than what is there now decides nothing', async () => {
  const { folder, trusts, store } = trying(everything);
  const { fingerprint } = await trusts.of(folder);
  put(folder, { '.parley/tools/late.mjs': 'evil()' });
  expect(await trusts.decide({ folder, agent: null, fingerprint }, true)).toBe(false);
  expect(store.list()).toEqual([]);
  expect(await trusts.isTrusted(folder)).toBe(false);
});

test('another folder in the place of a trusted one is asked about', async () => {
  const { folder, trusts } = trying(everything);
  await trusts.decide(await trusts.of(folder), true);
  renameSync(folder, `${folder}-away`);
  put(folder, everything);
  expect(await trusts.of(folder)).toMatchObject({ state: 'asks', changed: [] });
  expect(await trusts.read(folder, '.mcp.json')).toBeUndefined();
  rmSync(folder, { recursive: true });
  renameSync(`${folder}-away`, folder);
  expect(await trusts.isTrusted(folder)).toBe(true);
});

test('a no holds until something changes, and either is forgotten on request', async () => {
  const { folder, trusts, seen } = trying({ '.mcp.json': servers() });
  await trusts.decide(await trusts.of(folder), false);
  expect((await trusts.of(folder)).state).toBe('declined');
  put(folder, { '.mcp.json': servers(['other']) });
  expect(await trusts.of(folder)).toMatchObject({ state: 'asks', changed: [] });
  await trusts.decide(await trusts.of(folder), true);
  await trusts.forget(folder);
  expect((await trusts.of(folder)).state).toBe('asks');
  expect(seen.map(({ state }) => state)).toEqual(['asks', 'declined', 'asks', 'trusted', 'asks']);
});

test('a folder without any of it asks nothing, and git alone neither', async () => {
  const plain = { 'a.txt': 'x', '.git/HEAD': 'x', '.git/objects/x': '', '.mcp.json': '{"mcpServers": {}}' };
  for (const files of [plain, { ...plain, '.git/config': '[core]\n\tfsmonitor = x\n' }]) {
    const { folder, trusts } = trying(files);
    expect((await trusts.of(folder)).state).toBe('none');
    expect(await trusts.isTrusted(folder)).toBe(false);
  }
});

test('links, giants and a broken file are not used, and say so', async () => {
  const { folder, trusts } = trying({
    '.mcp.json': '{\n"mcpServers": [}',
    '.parley/tools/big.mjs': 'x'.repeat(5_000_001),
    '.parley/tools/one.mjs': 'export default {}',
  });
  const outside = temporaryFolder();
  put(outside, { 'evil.mjs': 'evil()', 'evil.md': 'evil' });
  symlinkSync(join(outside, 'evil.mjs'), join(folder, '.parley/tools/evil.mjs'));
  mkdirSync(join(folder, '.claude'));
  symlinkSync(outside, join(folder, '.claude/commands'));
  const { findings } = await trusts.of(folder);
  expect(
    findings.map((finding) => [finding.file, finding.type === 'not-used' ? finding.why : finding.type]),
  ).toEqual([
    ['.mcp.json', 'broken'],
    ['.parley/tools/big.mjs', 'too-large'],
    ['.parley/tools/evil.mjs', 'link'],
    ['.parley/tools/one.mjs', 'tool'],
    ['.claude/commands', 'link'],
  ]);
});
