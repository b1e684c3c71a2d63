import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Transcript } from '../../../shared/transcript/transcript.ts';
import { undoneUnasked } from '../../../shared/transcript/turn-files.ts';
import { startExternalChat } from '../../../../test/main/agents/external/external-chat.ts';
import { said } from '../../../../test/main/start-chat.ts';
import { temporaryFolder } from '../../../../test/main/temporary-folder.ts';
import { testApp, toolParts, watchChat } from '../../../../test/main/test-app.ts';

type Call = { kind: string; content?: object[]; locations?: object[]; status?: string };

const diff = (path: string, oldText: string | null, newText: string) => ({
  type: 'diff',
  path,
  ...(oldText !== null && { oldText }),
  newText,
});

/** What the newest answer with changes says of them. */
function changesIn({ messages }: Transcript) {
  const found = messages.findLast((message) => message.role === 'agent' && message.changes !== undefined);
  return found?.role === 'agent' && found.changes !== undefined
    ? { messageId: found.id, changes: found.changes }
    : undefined;
}

/** A chat with the scripted agent in a folder with these files. */
async function chatOn(files: Record<string, string>) {
  const started = await startExternalChat();
  const { chat, client, workspace, send, turn } = started;
  const at = (path: string) => join(workspace.folder, path);
  for (const [path, text] of Object.entries(files)) writeFileSync(at(path), text);
  const changed = async () => {
    const found = changesIn(await chat.until((seen) => changesIn(seen) !== undefined));
    if (found === undefined) throw new Error('Nothing was changed.');
    return found;
  };
  return {
    ...started,
    at,
    read: (path: string) => (existsSync(at(path)) ? readFileSync(at(path), 'utf8') : null),
    changed,
    files: async () =>
      (await changed()).changes.files.map(({ path, kept, alsoChanged }) => {
        return [path, ...(kept ? [kept] : []), ...(alsoChanged ? ['meanwhile'] : [])].join(' ');
      }),
    /** Has the agent run a script in the folder, and tell of it in these calls. */
    async work(
      run: string,
      calls: readonly Call[] = [],
      { end = 'idle', ...when }: { end?: string; later?: string; by?: string | undefined } = {},
    ) {
      const updates = calls.map((call, index) => ({
        sessionUpdate: 'tool_call',
        toolCallId: `w${index}`,
        title: 'Work',
        status: 'completed',
        ...call,
      }));
      await send(
        `work ${JSON.stringify({ run: `cd '${workspace.folder}'; ${run}`, updates, ...when })}`,
        run,
      );
      await turn(end);
    },
    async undo(paths?: readonly string[]) {
      const { messageId, changes } = await changed();
      const ticked = paths ?? undoneUnasked(changes, false);
      await client.workspace.undoTurn({ workspaceId: workspace.id, messageId, paths: [...ticked] });
    },
  };
}

test('a turn says what its agent changed by its calls, and apart what changed meanwhile; undo takes the ticked alone', async () => {
  const chat = await chatOn({ 'a.txt': 'one\ntwo\n', 'b.txt': 'b\n' });
  await chat.work('printf "one\\nzwei\\n" > a.txt; echo new > new.txt; echo else > b.txt', [
    { kind: 'edit', content: [diff('a.txt', 'two', 'zwei')] },
    { kind: 'edit', content: [diff(chat.at('new.txt'), null, 'new\n')] },
  ]);
  const { changes } = await chat.changed();
  expect(changes).toEqual({
    files: [
      { path: 'a.txt', change: 'changed', added: 1, removed: 1 },
      { path: 'b.txt', change: 'changed', added: 1, removed: 1, alsoChanged: true },
      { path: 'new.txt', change: 'created', added: 1, removed: 0 },
    ],
    ranCommands: false,
    wholeTurn: true,
    unseen: [],
    undo: null,
  });
  await chat.undo();
  expect(['a.txt', 'b.txt', 'new.txt'].map(chat.read)).toEqual(['one\ntwo\n', 'else\n', null]);
});

test('the agent hears what was undone, and what is ticked besides is undone too', async () => {
  const chat = await chatOn({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
  await chat.work('echo c > a.txt; echo else > b.txt', [
    { kind: 'edit', content: [diff('a.txt', 'a\n', 'c\n')] },
  ]);
  await chat.undo(['a.txt', 'b.txt']);
  expect(['a.txt', 'b.txt'].map(chat.read)).toEqual(['a\n', 'b\n']);
  await chat.send('And now?');
  await chat.turn('idle');
  await chat.chat.until(said('The user undid the changes of a turn.'));
});

test('once its chat went back, an agent goes on from what is left of the conversation alone', async () => {
  const chat = await chatOn({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
  await chat.send('Hello there');
  await chat.turn('idle');
  await chat.work('echo c > a.txt; echo else > b.txt', [
    { kind: 'edit', content: [diff('a.txt', 'a\n', 'c\n')] },
  ]);
  const { messages } = await chat.chat.until((seen) => changesIn(seen) !== undefined);
  const message = messages.findLast(({ role }) => role === 'user');
  if (message === undefined) throw new Error('Nothing was said.');
  await chat.client.workspace.rewind({
    workspaceId: chat.workspace.id,
    messageId: message.id,
    paths: ['a.txt'],
  });
  expect(['a.txt', 'b.txt'].map(chat.read)).toEqual(['a\n', 'else\n']);
  await chat.send('And now?');
  await chat.turn('idle');
  const seen = await chat.chat.until(said('as they were then: b.txt.'));
  expect(said('<conversation-so-far>')(seen)).toBe(true);
  expect(said('Hello there')(seen)).toBe(true);
  expect(said('echo else')(seen)).toBe(false);
});

test('an agent that works with a shell alone has named nothing, so all of it changed meanwhile', async () => {
  const chat = await chatOn({ 'a.txt': 'a\n' });
  await chat.work('echo b > a.txt', [{ kind: 'execute', locations: [{ path: 'a.txt' }] }]);
  expect(await chat.files()).toEqual(['a.txt meanwhile']);
  await chat.undo(['a.txt']);
  expect(chat.read('a.txt')).toBe('a\n');
});

test('what an agent says and did not do, or did in another way, is not believed', async () => {
  const chat = await chatOn({ 'a.txt': 'a\n', 'same.txt': 'same\n', 'b.txt': 'b\n' });
  await chat.work('echo mine > a.txt; echo mine > b.txt', [
    { kind: 'edit', content: [diff('a.txt', 'a\n', 'said\n')] },
    { kind: 'edit', content: [diff('same.txt', 'same\n', 'other\n')] },
    { kind: 'edit', status: 'failed', content: [diff('b.txt', 'b\n', 'mine\n')] },
    { kind: 'edit', content: [diff('../outside.txt', null, 'x')] },
  ]);
  expect(await chat.files()).toEqual(['a.txt meanwhile', 'b.txt meanwhile']);
});

test('a file that was deleted, one that was moved and a link stand where they belong', async () => {
  const chat = await chatOn({ 'gone.txt': 'gone\n', 'old.txt': 'moved\n', 'rest.txt': 'rest\n' });
  await chat.work('rm gone.txt rest.txt; mv old.txt new.txt; ln -s new.txt link', [
    { kind: 'delete', locations: [{ path: chat.at('gone.txt') }] },
    { kind: 'move', locations: [{ path: 'old.txt' }, { path: 'new.txt' }] },
  ]);
  expect(await chat.files()).toEqual([
    'gone.txt',
    'link link meanwhile',
    'new.txt',
    'old.txt',
    'rest.txt meanwhile',
  ]);
  await chat.undo();
  expect(['gone.txt', 'old.txt', 'new.txt', 'rest.txt'].map(chat.read)).toEqual([
    'gone\n',
    'moved\n',
    null,
    null,
  ]);
});

test('an agent that ends in the middle of its turn has changed what it had written by then', async () => {
  const chat = await chatOn({ 'a.txt': 'a\n' });
  await chat.work('echo b > a.txt; kill -9 $PPID', [], { end: 'failed' });
  expect(await chat.files()).toEqual(['a.txt meanwhile']);
});

test('without git it is said that what the agent changed is not known', async () => {
  const { workspace, chat, send, turn } = await startExternalChat(
    {},
    {
      env: { PATH: temporaryFolder(), HOME: temporaryFolder(), PARLEY_AGENT: 'acp/scripted' },
    },
  );
  await send(`work ${JSON.stringify({ run: `echo b > '${workspace.folder}/a.txt'`, updates: [] })}`, 'work');
  await turn('idle');
  const found = changesIn(await chat.until((seen) => changesIn(seen) !== undefined));
  expect(found?.changes).toMatchObject({ files: [], wholeTurn: true, unseen: ['no-git'] });
});

test('a turn that the end of Parley cut off says so after the next start', async () => {
  const started = await startExternalChat();
  const { dataDir, chat, send, close } = started;
  await send('wait');
  await chat.until(({ messages }) => messages.some(({ role }) => role === 'agent'));
  await close();
  const next = testApp(dataDir, { env: { PATH: process.env['PATH'], HOME: dataDir } });
  const seen = await watchChat(next.client, started.workspace.id);
  const found = changesIn(await seen.until((now) => changesIn(now) !== undefined));
  expect(found?.changes).toMatchObject({ files: [], wholeTurn: true, unseen: ['cut-off'] });
});

test.each([
  ['an agent', undefined],
  ['a subagent', 'helper'],
])('what %s does after the turn stands under the next one, which says so', async (_, by) => {
  const chat = await chatOn({ 'a.txt': 'a\n', 'mine.txt': 'mine\n' });
  const go = join(temporaryFolder(), 'go');
  const edit = { kind: 'edit', content: [diff('a.txt', 'a', 'b')] };
  await chat.work('echo b > a.txt; echo other > mine.txt', [edit], { later: go, by });
  writeFileSync(go, '');
  await chat.chat.until((seen) => toolParts(seen).some(({ work }) => work?.title === 'Work'));
  await chat.send('hello');
  await chat.chat.until(said('Hello from the script.'));
  await chat.turn('idle');
  const seen = await chat.chat.until((now) => changesIn(now)?.changes.files.length === 2);
  expect(changesIn(seen)?.changes).toMatchObject({
    files: [{ path: 'a.txt' }, { path: 'mine.txt', alsoChanged: true }],
    background: true,
  });
  expect(changesIn(seen)?.messageId).toBe(seen.messages.at(-1)?.id);
});

test('what the person changes between two turns is not listed', async () => {
  const chat = await chatOn({ 'a.txt': 'a\n' });
  await chat.work('true');
  writeFileSync(chat.at('a.txt'), 'mine\n');
  await chat.work('echo new > new.txt', [{ kind: 'edit', content: [diff('new.txt', null, 'new\n')] }]);
  const seen = await chat.chat.until((now) => (changesIn(now)?.changes.files.length ?? 0) > 0);
  expect(changesIn(seen)?.changes.files).toMatchObject([{ path: 'new.txt', change: 'created' }]);
});

test('a turn that changed nothing has no line', async () => {
  const chat = await chatOn({ 'a.txt': 'a\n' });
  await chat.send('hello');
  await chat.turn('idle');
  const seen = await chat.chat.until((now) => changesIn(now) !== undefined);
  expect(changesIn(seen)?.changes).toMatchObject({ files: [], unseen: [], undo: null });
});
