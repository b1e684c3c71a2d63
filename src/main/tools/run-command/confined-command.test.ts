import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Permission } from '../../../shared/permissions/permission.ts';
import { elsewhere } from '../../../../test/main/folder/any-folder.ts';
import { Confinement } from '../../commands/confinement.ts';
import { isAtOrUnder } from '../../folder/data-folder.ts';
import {
  answerPermission,
  permissionOf,
  waitingPermission,
} from '../../../../test/main/permissions/permission-chat.ts';
import { callsTools, says } from '../../../../test/main/agents/model/scripted-agent.ts';
import { startChat } from '../../../../test/main/start-chat.ts';
import { temporaryFolder, temporaryFolderOnDisk } from '../../../../test/main/temporary-folder.ts';
import { testApp, toolParts, watchChat } from '../../../../test/main/test-app.ts';

const env = { ...process.env, SHELL: '/bin/sh', PARLEY_CONFINEMENT: undefined };
function fail(error: unknown): never {
  throw error;
}

const tried = new Confinement({ env, dataFolder: elsewhere, report: fail });
const { confined: canConfine } = await tried.canConfine(import.meta.dirname);
const canConfineUnasked =
  canConfine && (await tried.canConfineUnasked(import.meta.dirname, { PATH: '/usr/bin:/bin' }));
await tried.close();
const why = canConfine ? '' : ' (left out: bubblewrap and socat are not here, or may not be used)';

/** A folder outside the chat's and those for temporary files, which a checkout may lie in too. */
function outside(): string {
  const checkout = join(import.meta.dirname, '../../../..');
  const isTemporary = [tmpdir(), '/tmp', '/var/tmp'].some((folder) => isAtOrUnder(checkout, folder));
  const place = isTemporary ? homedir() : join(checkout, '.cache/confinement');
  mkdirSync(place, { recursive: true });
  const folder = mkdtempSync(join(place, 'parley-outside-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function chatThatRuns(commands: readonly string[], dataDir = temporaryFolder()) {
  const scripts = commands.map(
    (command, index) => () => callsTools([`run-${index}`, 'run_command', { command }]),
  );
  const started = await startChat(
    [...scripts, () => says('Done.')],
    dataDir,
    { env },
    temporaryFolderOnDisk(),
  );
  const workspaceId = started.workspace.id;
  await started.client.workspace.setMode({ workspaceId, mode: 'exec' });
  await started.send('Go');
  return { ...started, workspaceId };
}

type Chat = Pick<Awaited<ReturnType<typeof chatThatRuns>>, 'chat'>;

const partOf = ({ chat }: Chat, id: string) =>
  toolParts(chat.transcript()).find(({ toolCallId }) => toolCallId === id);

async function resultOf(chat: Chat, id: string) {
  await chat.chat.until(() => typeof partOf(chat, id)?.result?.text === 'string');
  return partOf(chat, id)?.result;
}

/** The second permission of a call, which waits after its confined run was stopped. */
async function secondPermission(chat: Chat, id: string, first: Permission): Promise<Permission> {
  await chat.chat.until((now) => {
    const permission = permissionOf(now, id);
    return permission?.id !== first.id && permission?.settlement === null;
  });
  return waitingPermission(chat, id);
}

const once = { choiceId: 'once' };

describe.runIf(canConfine)(`commands where they can be confined${why}`, () => {
  test('run so, and their card says it', async () => {
    const chat = await chatThatRuns(['echo in > made; cat made']);
    expect((await answerPermission(chat, 'run-0', once)).subject).toMatchObject({ confined: true });
    expect(await resultOf(chat, 'run-0')).toEqual({ ok: true, text: 'in\nexit code: 0' });
    expect(partOf(chat, 'run-0')?.run?.confinement).toBe('confined');
  });

  test('that only read run so without a card, also several in a line', async () => {
    const chat = await chatThatRuns(['pwd', 'pwd && echo one | cat']);
    const { folder } = chat.workspace;
    expect(await resultOf(chat, 'run-0')).toEqual({ ok: true, text: `${folder}\nexit code: 0` });
    expect(await resultOf(chat, 'run-1')).toEqual({ ok: true, text: `${folder}\none\nexit code: 0` });
    for (const id of ['run-0', 'run-1'])
      expect(partOf(chat, id)).toMatchObject({
        run: { confinement: 'confined' },
        permission: { settlement: { outcome: { by: { type: 'reads-only' } } } },
      });
  });

  test('are asked about again where that stopped them, and run without once that is allowed', async () => {
    const file = join(outside(), 'made');
    const line = `echo out > "${file}"`;
    const chat = await chatThatRuns([line]);
    const first = await answerPermission(chat, 'run-0', once);
    const { subject, choices } = await secondPermission(chat, 'run-0', first);
    expect(subject).toMatchObject({
      line,
      confined: false,
      refused: { hosts: [], network: false, files: true },
    });
    expect(choices[0]).toEqual({ id: 'once', meaning: 'once', words: 'Run without confinement' });
    expect(existsSync(file)).toBe(false);
    await answerPermission(chat, 'run-0', once);
    expect(await resultOf(chat, 'run-0')).toEqual({
      ok: true,
      text: 'Its first run was confined, which kept it from writing outside the folder or to git’s files. The user allowed this one without confinement.\nexit code: 0',
    });
    expect([existsSync(file), partOf(chat, 'run-0')?.run?.confinement]).toEqual([true, 'unconfined']);
  });

  test('stay as they ended where the person says no', async () => {
    const file = join(outside(), 'made');
    const chat = await chatThatRuns([`echo out > "${file}"`]);
    await secondPermission(chat, 'run-0', await answerPermission(chat, 'run-0', once));
    await answerPermission(chat, 'run-0', { choiceId: 'no', reason: 'Never there.' });
    const { ok, text } = (await resultOf(chat, 'run-0')) ?? {};
    expect([ok, existsSync(file)]).toEqual([true, false]);
    expect(text).toMatch(
      /It ran confined to its folder, which kept it from writing outside the folder or to git’s files\.\nexit code: \d+\nThe user was asked whether it may run without confinement\. The user denied this\. Reason: Never there\.$/,
    );
  });
});

describe.runIf(canConfine)(`commands that confinement stopped${why}`, () => {
  test('wait for the second answer over a restart', async () => {
    const file = join(outside(), 'made');
    const dataDir = temporaryFolder();
    const first = await chatThatRuns([`echo out > "${file}"`], dataDir);
    const asked = await answerPermission(first, 'run-0', once);
    const second = await secondPermission(first, 'run-0', asked);
    await first.close();
    const later = testApp(dataDir, { env, agentFor: first.agentFor });
    const chat = {
      client: later.client,
      chat: await watchChat(later.client, first.workspaceId),
      workspaceId: first.workspaceId,
    };
    expect((await waitingPermission(chat, 'run-0')).id).toBe(second.id);
    const answered = () =>
      answerPermission(chat, 'run-0', once).then(
        () => true,
        () => false,
      );
    await expect.poll(answered).toBe(true);
    expect((await resultOf(chat, 'run-0'))?.text).toContain('exit code: 0');
    expect(existsSync(file)).toBe(true);
  });

  test('ask for the hosts that they were refused, by a rule that has just these', async () => {
    const line = 'curl -sS https://refused.invalid/x';
    const chat = await chatThatRuns([line, line]);
    const first = await answerPermission(chat, 'run-0', once);
    const { choices } = await secondPermission(chat, 'run-0', first);
    const [narrowest] = choices.filter(({ meaning }) => meaning === 'always');
    expect(narrowest?.rule?.match).toEqual({
      type: 'command',
      words: ['curl', '-sS', 'https://refused.invalid/x'],
      open: false,
      confined: true,
      hosts: ['refused.invalid'],
    });
    await answerPermission(chat, 'run-0', { choiceId: narrowest?.id ?? '' });
    const told = (await resultOf(chat, 'run-0'))?.text;
    expect(told).toContain('The user allowed this one with access to refused.invalid.');
    expect(partOf(chat, 'run-0')?.run).toMatchObject({
      confinement: 'confined',
      hosts: ['refused.invalid'],
    });
    // The name leads nowhere: that is no refusal of the confinement, and nobody is asked.
    await resultOf(chat, 'run-1');
    expect(partOf(chat, 'run-1')?.permission?.settlement?.outcome).toMatchObject({
      type: 'allowed',
      by: { type: 'rule' },
      hosts: ['refused.invalid'],
    });
    expect(partOf(chat, 'run-1')?.run?.refused?.hosts ?? []).toEqual([]);
  });
});

describe.runIf(canConfine)(`rules about commands that could be confined${why}`, () => {
  test('run them without, at once', async () => {
    const file = join(outside(), 'made');
    const line = `touch ${file}`;
    const chat = await chatThatRuns([line, line]);
    const first = await answerPermission(chat, 'run-0', once);
    const { choices } = await secondPermission(chat, 'run-0', first);
    const always = choices.find(({ rule }) => rule?.match.type === 'command' && !rule.match.confined);
    await answerPermission(chat, 'run-0', { choiceId: always?.id ?? '' });
    await resultOf(chat, 'run-1');
    expect(partOf(chat, 'run-1')?.run?.confinement).toBe('unconfined');
    expect(partOf(chat, 'run-1')?.permission?.settlement?.outcome).toMatchObject({ unconfined: true });
  });
});

/** A chat whose folder's confined commands run without a card. */
async function chatWithoutCards(inputs: readonly object[], files: Record<string, string>) {
  const scripts = inputs.map((input, index) => () => callsTools([`run-${index}`, 'run_command', input]));
  const started = await startChat(
    [...scripts, () => says('Done.')],
    temporaryFolder(),
    { env: { ...env, GITHUB_TOKEN: 'token-of-the-person' } },
    temporaryFolderOnDisk(),
  );
  const { id: workspaceId, folder } = started.workspace;
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  await started.client.rules.chooseConfined({ folder, unasked: true });
  await started.client.workspace.setMode({ workspaceId, mode: 'exec' });
  await started.send('Go');
  return { ...started, workspaceId, folder };
}

describe.runIf(canConfineUnasked)(`confined commands of a folder where the person is not asked${why}`, () => {
  test('run without a card, by the choice, and without what they may not see', async () => {
    const script = `
      const { readFileSync, existsSync, writeFileSync } = require('node:fs');
      writeFileSync(process.env.TMPDIR + '/mine', 'x');
      writeFileSync('made', 'x');
      const open = (name) => { try { return readFileSync(name, 'utf8'); } catch (error) { return error.code; } };
      console.log([open('.env'), process.env.GITHUB_TOKEN, existsSync('.git/HEAD')].join('|'));`;
    const files = { 'try.js': script, '.env': 'the secret', 'package.json': '{}' };
    const chat = await chatWithoutCards([{ command: 'node try.js' }], files);
    expect(await resultOf(chat, 'run-0')).toEqual({
      ok: true,
      text: 'EACCES||false\nNobody was asked, so it could not read .env.\nexit code: 0',
    });
    expect(partOf(chat, 'run-0')).toMatchObject({
      run: { confinement: 'confined', unasked: { unseen: ['.env'], made: [] } },
      permission: { settlement: { outcome: { by: { type: 'confined' } } } },
    });
    expect(existsSync(join(chat.folder, 'made'))).toBe(true);
  });

  test('ask with what they wanted where that was refused', async () => {
    const files = {
      'try.js': `require('node:fs').appendFileSync('package.json', ' ')`,
      'package.json': '{}',
    };
    const chat = await chatWithoutCards([{ command: 'node try.js' }], files);
    const { subject } = await waitingPermission(chat, 'run-0');
    expect(subject).toMatchObject({
      confined: false,
      refused: { hosts: [], network: false, files: true, unasked: true },
    });
    expect(readFileSync(join(chat.folder, 'package.json'), 'utf8')).toBe('{}');
  });

  test('tell which protected files they made', async () => {
    const files = {
      'try.js': `require('node:fs').mkdirSync('.vscode'); require('node:fs').writeFileSync('.vscode/tasks.json', '')`,
    };
    const chat = await chatWithoutCards([{ command: 'node try.js' }], files);
    expect((await resultOf(chat, 'run-0'))?.text).toContain('take as instructions: .vscode.');
  });

  test('ask while one that is not confined runs in the folder', async () => {
    const server = { command: 'sleep 60', background: true };
    const chat = await chatWithoutCards([server, { command: 'node try.js' }], { 'try.js': '' });
    await answerPermission(chat, 'run-0', once);
    await answerPermission(chat, 'run-1', { choiceId: 'no' });
    expect(partOf(chat, 'run-1')?.run).toBeNull();
  });
});
