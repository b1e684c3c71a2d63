import {
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { spawnSync } from 'node:child_process';
import { callsTools, says, scriptedAgent } from '../../../test/main/agents/model/scripted-agent.ts';
import { anyFolder } from '../../../test/main/folder/any-folder.ts';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { testApp, toolParts, watchChat } from '../../../test/main/test-app.ts';
import { readInstructions } from './agent-files/instruction-files.ts';
import { DataFolder } from './data-folder.ts';
import { FileIndex, mentionedFiles } from './file-index.ts';

const secret = 'sk-hunter2';

/** A home whose data folder is where Parley has it by default, with what it keeps there. */
function homeWithData() {
  const home = realpathSync(temporaryFolder());
  const dataDir = join(home, '.config/parley');
  mkdirSync(join(dataDir, 'tools'), { recursive: true });
  for (const name of ['agent-keys.json', 'companion.json', 'cookie-secret'])
    writeFileSync(join(dataDir, name), `{"anthropic":"${secret}"}`);
  writeFileSync(join(home, 'notes.txt'), 'plain notes\n');
  return { home, dataDir };
}

type Call = [name: string, input: unknown];

/** Has the agent of a chat make calls, one a turn in Edit without asking; returns their results. */
async function resultsIn(dataDir: string, folder: string, calls: readonly Call[]) {
  const scripts = calls.map(
    ([name, input], index) =>
      () =>
        callsTools([`c${index}`, name, input]),
  );
  const agent = scriptedAgent([...scripts, () => says('Done.')]);
  const { client, close } = testApp(dataDir, { agentFor: agent.agentFor });
  const { id: workspaceId } = await client.workspace.create({ folder });
  await client.workspace.setMode({ workspaceId, mode: 'exec' });
  await client.workspace.setApprovals({ workspaceId, approvals: 'auto-edits' });
  const chat = await watchChat(client, workspaceId);
  await client.workspace.sendMessage({ workspaceId, key: 'go', text: 'Go' });
  const partOf = (id: string) => toolParts(chat.transcript()).find(({ toolCallId }) => toolCallId === id);
  const results = [];
  for (const index of calls.keys()) {
    await chat.until(() => {
      const part = partOf(`c${index}`);
      return typeof part?.result?.text === 'string' || part?.permission?.settlement === null;
    });
    results.push(partOf(`c${index}`)?.result?.text ?? 'asked');
  }
  const prompts = JSON.stringify(agent.prompts);
  await close();
  return { results, prompts };
}

test('no tool of a chat on the home reaches the data folder, also not over a link', async () => {
  const { home, dataDir } = homeWithData();
  symlinkSync(dataDir, join(home, 'shortcut'));
  symlinkSync(join(dataDir, 'agent-keys.json'), join(home, 'harmless.txt'));
  const evil = `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(join(home, 'ran'))}, '');`;
  const { results, prompts } = await resultsIn(dataDir, home, [
    ['read_file', { path: '.config/parley/agent-keys.json' }],
    ['read_file', { path: 'shortcut/cookie-secret' }],
    ['read_file', { path: 'harmless.txt' }],
    ['read_file', { path: '.config/parley/none' }],
    ['list_files', { path: '.config', depth: 5 }],
    ['list_files', { path: 'shortcut' }],
    ['search_files', { query: 'sk-', path: '.config' }],
    ['search_files', { query: 'plain|sk-', regex: true }],
    ['write_file', { path: '.config/parley/tools/evil.mjs', content: evil }],
    ['write_file', { path: 'shortcut/tools/evil.mjs', content: evil }],
    ['delete_file', { path: '.config/parley/agent-keys.json' }],
    ['edit_file', { path: 'shortcut/agent-keys.json', edits: [{ oldText: 'sk', newText: 'x' }] }],
    ['run_command', { command: 'cat keys.json', folder: '.config/parley' }],
  ]);
  const closed = 'closed';
  expect(results.map((text) => (text.includes('Parley’s own folder') ? closed : text))).toEqual([
    closed,
    closed,
    closed,
    closed,
    '.config/ is empty.',
    closed,
    'Nothing matches "sk-".',
    '1 match in 1 file:\nnotes.txt:1: plain notes',
    ...Array.from({ length: 5 }, () => closed),
  ]);
  expect(prompts).not.toContain(secret);
  expect(existsSync(join(dataDir, 'tools/evil.mjs'))).toBe(false);
  expect(readFileSync(join(dataDir, 'agent-keys.json'), 'utf8')).toContain(secret);
});

test('what the agent is told of the folder has nothing of it, nor can it be mentioned', async () => {
  const { home, dataDir } = homeWithData();
  symlinkSync(join(dataDir, 'agent-keys.json'), join(home, 'AGENTS.md'));
  const dataFolder = new DataFolder(dataDir);
  const { text, files } = await readInstructions(home, dataFolder);
  expect([text, files]).toEqual(['', [{ path: 'AGENTS.md', bytes: null, state: 'outside' }]]);
  const chatFolder = { ...anyFolder(home), dataFolder };
  expect(mentionedFiles(chatFolder, 'See @.config/parley/agent-keys.json and @notes.txt')).toEqual([
    'notes.txt',
  ]);
  const { files: found } = await new FileIndex(() => 0).find(chatFolder, '', AbortSignal.timeout(5_000));
  expect(found).toEqual(['AGENTS.md', 'notes.txt'].filter((name) => found.includes(name)));
});

test('no chat is about it, but for the folders that Parley makes there for chats', async () => {
  const { home, dataDir } = homeWithData();
  symlinkSync(join(dataDir, 'tools'), join(home, 'mine'));
  mkdirSync(join(dataDir, 'example-project'));
  writeFileSync(join(dataDir, 'example-project/a.txt'), 'an example\n');
  const { client } = testApp(dataDir, {});
  for (const folder of [dataDir, join(dataDir, 'tools'), join(home, 'mine')])
    await expect(client.workspace.create({ folder })).rejects.toThrow(
      'Parley keeps its keys and its tools there',
    );
  const { results } = await resultsIn(dataDir, join(dataDir, 'example-project'), [
    ['read_file', { path: 'a.txt' }],
    ['read_file', { path: '../agent-keys.json' }],
  ]);
  expect(results).toEqual([
    'a.txt, lines 1 to 1 of 1:\nan example',
    expect.stringContaining('leads outside the folder'),
  ]);
});

test('it stays closed when it is moved', () => {
  const { home, dataDir } = homeWithData();
  const dataFolder = new DataFolder(dataDir);
  const moved = join(home, 'elsewhere');
  renameSync(join(home, '.config'), moved);
  const isClosed = dataFolder.closedTo(home);
  expect([isClosed(join(moved, 'parley/tools')), isClosed(moved), dataFolder.isInPlace()]).toEqual([
    true,
    false,
    false,
  ]);
});

const canMount = spawnSync('unshare', ['-rm', 'true']).status === 0;

test.runIf(canMount)('other mounts of it, of a part of it and of what is around it are closed too', () => {
  const { home, dataDir } = homeWithData();
  for (const name of ['whole', 'part', 'around'])
    mkdirSync(join(home, 'by mount', name), { recursive: true });
  const script = `
    const { DataFolder } = await import(${JSON.stringify(join(import.meta.dirname, 'data-folder.ts'))});
    const isClosed = new DataFolder(${JSON.stringify(dataDir)}).closedTo(${JSON.stringify(home)});
    console.log(['whole', 'part', 'around', 'around/parley', 'around/parley/tools'].filter((way) => isClosed(${JSON.stringify(`${home}/by mount/`)} + way)).join());`;
  const line = [
    `mount --bind '${dataDir}' '${home}/by mount/whole'`,
    `mount --bind '${dataDir}/tools' '${home}/by mount/part'`,
    `mount --bind '${home}/.config' '${home}/by mount/around'`,
    'exec "$0" --input-type=module -e "$1"',
  ].join(' && ');
  const words = ['-rm', 'sh', '-c', line, process.execPath, script];
  const { stdout } = spawnSync('unshare', words, { encoding: 'utf8' });
  expect(stdout.trim()).toBe('whole,part,around/parley,around/parley/tools');
});
