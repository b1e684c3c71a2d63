import { chmodSync, existsSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { broughtBack as cards } from '../../../test/main/worktrees/brought-back.ts';
import { git, repositoryIn, write } from '../../../test/main/worktrees/repository.ts';
import { appOf, begin, send, whole } from '../../../test/main/worktrees/worktree-chats.ts';
import type { ChangesSince } from '../../shared/contract/chat-changes.ts';
import { entryStatus, entryTitle } from '../../shared/ledger/ledger-text.ts';

const text = (folder: string, path: string) => readFileSync(join(folder, path), 'utf8');

const lines = Array.from({ length: 30 }, (_, number) => `line ${number}\n`);

async function chatOn(
  files: Readonly<Record<string, string>>,
  setUp: (origin: string) => void = () => undefined,
) {
  const app = appOf();
  const { client } = app;
  const origin = repositoryIn(join(app.folder, 'harbor-api'), files);
  setUp(origin);
  const { id: workspaceId, folder: tree } = await begin(client, origin, whole);
  /** Shows a file as the pane does. */
  async function look(path: string, since: ChangesSince = 'beginning') {
    const changes = await client.workspace.readChatChanges({ workspaceId, since });
    const file = changes?.files.find((one) => one.path === path);
    if (changes === null || file === undefined) throw new Error(`${path} has not changed.`);
    return { base: changes.base, file };
  }
  const drop = ({ base, file }: Awaited<ReturnType<typeof look>>, change: number | null = null) =>
    client.workspace.dropChatChange({
      workspaceId,
      base,
      path: file.path,
      fingerprint: file.fingerprint ?? '',
      change,
    });
  async function dropped(path: string, change: number | null = null) {
    const end = await drop(await look(path), change);
    if (end.type !== 'dropped') throw new Error(`${path} was ${end.type}.`);
    return end;
  }
  const undo = (actionId: Awaited<ReturnType<typeof dropped>>['actionId']) =>
    client.workspace.undoPreview({ workspaceId, actionId });
  return { ...app, workspaceId, origin, tree, look, drop, dropped, undo };
}

test('a file that was changed, made or deleted is put back, each undoable and told to the agent', async () => {
  const { client, workspaceId, tree, dropped, undo, prompts } = await chatOn(
    { 'a.txt': 'one\n', 'run.sh': 'x\n' },
    (origin) => {
      chmodSync(join(origin, 'run.sh'), 0o755);
      git(origin, 'commit', '--quiet', '--all', '--message=executable');
    },
  );
  write(tree, { 'a.txt': 'two\n', 'src/deep/new.txt': 'new\n' });
  git(tree, 'commit', '--quiet', '--all', '--message=by the agent');
  rmSync(join(tree, 'run.sh'));

  await dropped('a.txt');
  expect(text(tree, 'a.txt')).toBe('one\n');
  const made = await dropped('src/deep/new.txt');
  expect(existsSync(join(tree, 'src'))).toBe(false);
  await dropped('run.sh');
  expect(statSync(join(tree, 'run.sh')).mode & 0o111).toBe(0o111);
  expect((await client.workspace.readChatChanges({ workspaceId, since: 'beginning' }))?.files).toEqual([]);
  expect((await cards(client, workspaceId)).map(({ label, state }) => [label, state.type])).toEqual([
    ['Drop run.sh', 'ended'],
    ['Drop src/deep/new.txt', 'ended'],
    ['Drop a.txt', 'ended'],
  ]);

  await undo(made.actionId);
  expect(text(tree, 'src/deep/new.txt')).toBe('new\n');
  const { entries } = await client.ledger.search({ query: '', kind: 'edit' });
  expect(entries.map((entry) => `${entryTitle(entry)}: ${entryStatus(entry)}`)).toEqual([
    'Drop run.sh: Dropped',
    'Drop src/deep/new.txt: Undone',
    'Drop a.txt: Dropped',
  ]);
  await send(client, workspaceId, 'Go on');
  const told = JSON.stringify(prompts.at(-1));
  expect(told).toContain('The user put a.txt back to how commit');
  expect(told).toContain('About the preview “Drop src/deep/new.txt”: The user undid it');
});

test('one change of a file is put back; the others stay as they are', async () => {
  const { tree, dropped, undo } = await chatOn({ 'a.txt': lines.join('') });
  const changed = lines.with(2, 'two\n').toSpliced(15, 1).with(25, 'twenty-six\n');
  write(tree, { 'a.txt': changed.join('') });
  const { actionId } = await dropped('a.txt', 1);
  expect(text(tree, 'a.txt')).toBe(lines.with(2, 'two\n').with(26, 'twenty-six\n').join(''));
  await undo(actionId);
  expect(text(tree, 'a.txt')).toBe(changed.join(''));
});

test('what is not as it was shown is left as it is', async () => {
  const { tree, look, drop, client, workspaceId } = await chatOn({ 'a.txt': 'one\n' });
  write(tree, { 'a.txt': 'two\n', new: 'x\n' });
  const [shown, made] = [await look('a.txt'), await look('new')];
  write(tree, { 'a.txt': 'three\n' });
  rmSync(join(tree, 'new'));
  expect(await drop(shown)).toEqual({ type: 'changed' });
  expect(await drop(made)).toEqual({ type: 'changed' });
  expect(await drop({ ...(await look('a.txt')), base: '0'.repeat(40) })).toEqual({ type: 'changed' });
  expect(text(tree, 'a.txt')).toBe('three\n');
  expect(await cards(client, workspaceId)).toEqual([]);
});

test('two presses drop once', async () => {
  const { tree, look, drop, client, workspaceId } = await chatOn({ 'a.txt': 'one\n' });
  write(tree, { 'a.txt': 'two\n' });
  const shown = await look('a.txt');
  const ends = await Promise.all([drop(shown), drop(shown)]);
  expect(ends.map(({ type }) => type)).toEqual(['dropped', 'changed']);
  expect(await cards(client, workspaceId)).toHaveLength(1);
});

test('since the last commit, that is what it is put back to', async () => {
  const { tree, look, drop } = await chatOn({ 'a.txt': 'one\n' });
  write(tree, { 'a.txt': 'two\n' });
  git(tree, 'commit', '--quiet', '--all', '--message=by the agent');
  write(tree, { 'a.txt': 'three\n' });
  const shown = await look('a.txt', 'last-commit');
  expect(await drop(shown)).toMatchObject({ type: 'dropped' });
  expect(text(tree, 'a.txt')).toBe('two\n');
});

test('ends of lines are as a checkout has them', async () => {
  const { tree, look, drop, dropped } = await chatOn({ 'a.txt': lines.join('') }, (origin) =>
    git(origin, 'config', 'core.autocrlf', 'true'),
  );
  const windows = lines.map((line) => line.replace('\n', '\r\n'));
  expect(text(tree, 'a.txt')).toBe(windows.join(''));
  write(tree, { 'a.txt': windows.with(2, 'two\r\n').with(25, 'twenty-five\n').join('') });
  await dropped('a.txt', 0);
  expect(text(tree, 'a.txt')).toBe(windows.with(25, 'twenty-five\n').join(''));
  expect(await drop(await look('a.txt'))).toMatchObject({ type: 'dropped' });
  expect(text(tree, 'a.txt')).toBe(windows.join(''));
});

test('what is no text is put back whole, undoably', async () => {
  const { tree, dropped, undo } = await chatOn({ 'was-text': 'text\n' });
  const bytes = Buffer.from([0, 1, 2, 255]);
  writeFileSync(join(tree, 'was-text'), bytes);
  const { actionId } = await dropped('was-text');
  expect(text(tree, 'was-text')).toBe('text\n');
  await undo(actionId);
  expect(readFileSync(join(tree, 'was-text'))).toEqual(bytes);
});

test('what can’t be put back has no fingerprint, or says why', async () => {
  const { tree, look, drop } = await chatOn({ 'a.txt': 'one\n', 'run.sh': 'x\n', file: 'a file\n' });
  symlinkSync('a.txt', join(tree, 'link'));
  chmodSync(join(tree, 'run.sh'), 0o755);
  for (const path of ['link', 'run.sh']) expect((await look(path)).file.fingerprint).toBeNull();
  rmSync(join(tree, 'file'));
  write(tree, { 'file/inner.txt': 'inner\n' });
  await expect(drop(await look('file'))).rejects.toMatchObject({
    code: 'not-dropped',
    data: { problem: 'Something else is where file was, so it can’t be put back. Drop that first.' },
  });
  expect(text(tree, 'file/inner.txt')).toBe('inner\n');
});

test('one that the end of the process cut off is finished by the next start, and told once', async () => {
  const { tree, dataDir, close, dropped, workspaceId } = await chatOn({ 'a.txt': 'one\n' });
  write(tree, { 'a.txt': 'two\n' });
  await dropped('a.txt');
  await close();
  // As it was stored before anything was written.
  const database = new DatabaseSync(join(dataDir, 'parley.db'));
  database.exec(`UPDATE pending_actions SET pending = 1,
    shown = json_set(shown, '$.state', json('{"type":"decided","request":null,"decision":{"type":"apply"}}'))`);
  database.exec('DELETE FROM steering');
  database.close();
  write(tree, { 'a.txt': 'two\n' });

  const { client, prompts } = appOf(join(dataDir, '..'));
  await expect.poll(async () => (await cards(client, workspaceId))[0]?.state.type).toBe('ended');
  expect(text(tree, 'a.txt')).toBe('one\n');
  await send(client, workspaceId, 'Go on');
  expect(JSON.stringify(prompts.at(-1)).split('The user put a.txt back')).toHaveLength(2);
});
