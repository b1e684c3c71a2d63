import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  answerAll,
  answerPermission,
  waitingPermission,
} from '../../../test/main/permissions/permission-chat.ts';
import { answer, call, previewChat, resultOf, say } from '../../../test/main/previews/preview-chat.ts';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';

const secret = 'TOKEN=hunter2';

/** A call of a tool. */
const use = (id: string, name: string, input: unknown) => ({ id, block: call(id, name, input) });

type Calls = ReturnType<typeof use>[];

/**
 * Returns the results of a model's calls after the person writes a message, in a folder that keeps secrets, and
 * the files that it asked for; the person answers each time by the same choice.
 */
async function resultsOf(
  message: string,
  calls: Calls,
  ready: (folder: string) => void = () => {},
  choiceId = 'no',
) {
  const chat = await previewChat({
    'notes.txt': 'The TOKEN is elsewhere.\n',
    '.env': `${secret}\n`,
    'keys/id_ed25519': `${secret}\n`,
    'keys/id_ed25519.pub': 'TOKEN public\n',
    'home/.aws/credentials': `${secret}\n`,
  });
  ready(chat.folder);
  chat.server.reply(answer(...calls.map(({ block }) => block)), say('Oh.'));
  await chat.send(message);
  const ids = calls.map(({ id }) => id);
  const permissions = await answerAll(chat, ids, { choiceId });
  const asked = new Map([...permissions].map(([id, { subject }]) => [id, subject]));
  const last = await chat.chat.until((now) => ids.every((id) => resultOf(now, id) !== undefined));
  const requests = JSON.stringify([await chat.body(1)]);
  return { chat, requests, asked, results: ids.map((id) => resultOf(last, id)) };
}

const read = (id: string, path: string) => use(id, 'read_file', { path });
const search = (id: string, input: object) => use(id, 'search_files', { query: 'TOKEN', ...input });
const refusal = 'The user denied this.';
const reading = (path: string) => ({ type: 'read', path });

it('reads no file that may hold secrets unless allowed, by whatever name, and tells nothing of its lines', async () => {
  const paths = ['.env', './keys/../.env', 'keys/id_ed25519', 'home/.aws/credentials'];
  const calls = paths.map((path, index) => read(`r${index}`, path));
  const { results, requests, asked } = await resultsOf(
    'Look',
    [
      ...calls,
      read('link', 'readme.txt'),
      read('way', 'cloud/credentials'),
      read('named', '.env.local'),
      search('file', { path: '.env' }),
      search('all', {}),
      search('regex', { query: 'hun.er', regex: true, path: 'home' }),
      use('list', 'list_files', { depth: 3 }),
      use('hidden', 'list_files', { path: 'home/.aws' }),
    ],
    (folder) => {
      symlinkSync(join(folder, '.env'), join(folder, 'readme.txt'));
      symlinkSync(join(folder, 'home/.aws'), join(folder, 'cloud'));
      symlinkSync(join(folder, 'notes.txt'), join(folder, '.env.local'));
    },
  );
  const texts = results.map((result) => result?.text);
  expect(texts.slice(0, 8)).toEqual(Array.from({ length: 8 }, () => refusal));
  expect(Object.fromEntries(asked)).toEqual({
    r0: reading('.env'),
    r1: reading('.env'),
    r2: reading('keys/id_ed25519'),
    r3: reading('home/.aws/credentials'),
    link: reading('.env'),
    way: reading('home/.aws/credentials'),
    named: reading('notes.txt'),
    file: reading('.env'),
  });
  expect(texts[8]).toBe(
    [
      '2 matches in 2 files:',
      'notes.txt:1: The TOKEN is elsewhere.',
      'keys/id_ed25519.pub:1: TOKEN public',
      '(3 files that may hold secrets were not searched. To ask the person for one, give it as path.)',
    ].join('\n'),
  );
  expect(texts[9]).toContain('(1 file that may hold secrets was not searched.');
  expect(texts[10]).toContain('\n.env\n');
  expect(texts[11]).toContain('home/.aws/credentials');
  expect(requests).not.toContain('hunter2');
});

it('reads and searches a file that the person mentioned, also one that git ignores, and no other', async () => {
  const { results } = await resultsOf(
    'Why does @.env not work?',
    [read('r1', '.env'), search('s1', { path: '.env' }), read('r2', 'keys/id_ed25519'), search('s2', {})],
    (folder) => writeFileSync(join(folder, '.gitignore'), '.env\n'),
  );
  expect(results[0]?.text).toBe(`.env, lines 1 to 1 of 1:\n${secret}`);
  expect(results[1]?.text).toContain(`.env:1: ${secret}`);
  expect(results[2]?.text).toBe(refusal);
  expect(results[3]?.text).not.toContain('hunter2');
});

it('takes the mention of another file, or of a link, for no permission', async () => {
  const { results } = await resultsOf(
    'See @notes.txt and @to-env',
    [read('r1', '.env'), read('r2', 'to-env')],
    (folder) => symlinkSync(join(folder, '.env'), join(folder, 'to-env')),
  );
  expect(results.map((result) => result?.text)).toEqual([refusal, refusal]);
});

it('does not take the folder above a workspace for a part of the names in it', async () => {
  const folder = join(temporaryFolder(), '.aws', 'project');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'a.txt'), 'fine\n');
  const chat = await previewChat({});
  const { id: workspaceId } = await chat.client.workspace.create({ folder });
  chat.server.reply(answer(read('r1', join(folder, 'a.txt')).block), say('Oh.'));
  await chat.client.workspace.sendMessage({ workspaceId, key: 'k', text: 'Look' });
  const { messages } = await chat.body(1);
  expect(JSON.stringify(messages.at(-1))).toContain('fine');
});

it('tells nothing of a secret by what it says to an edit of it', async () => {
  const edits = [{ oldText: 'hunter2', newText: 'x' }];
  const { results, chat } = await resultsOf('Change it', [
    use('e1', 'edit_file', { path: '.env', edits }),
    use('e2', 'edit_file', { path: '.env', edits: [{ oldText: 'wrong', newText: 'x' }] }),
    use('w1', 'write_file', { path: '.env', content: `${secret}\n` }),
  ]);
  expect(results.map((result) => result?.text)).toEqual([
    refusal,
    refusal,
    'Preview: Edit .env. Nothing is written yet.',
  ]);
  expect(chat.read('.env')).toBe(`${secret}\n`);
});

it('reads, searches and edits a file that the person allows, which then keeps nothing from the model', async () => {
  const { results } = await resultsOf(
    'Look',
    [
      read('r1', '.env'),
      search('s1', { path: '.env' }),
      use('e1', 'edit_file', { path: 'keys/id_ed25519', edits: [{ oldText: 'wrong', newText: 'x' }] }),
    ],
    (folder) => writeFileSync(join(folder, '.gitignore'), '.env\n'),
    'once',
  );
  expect(results[0]?.text).toBe(`.env, lines 1 to 1 of 1:\n${secret}`);
  expect(results[1]?.text).toContain(`.env:1: ${secret}`);
  expect(results[2]?.text).toContain('was not found in keys/id_ed25519');
});

it('reads nothing in the place of a file that was swapped while the person looked at the request', async () => {
  const chat = await previewChat({ '.env': `${secret}\n`, 'keys/id_ed25519': 'OTHER=secret\n' });
  chat.server.reply(answer(read('r1', '.env').block), say('Oh.'));
  await chat.send('Look');
  await waitingPermission(chat, 'r1');
  rmSync(chat.pathOf('.env'));
  symlinkSync(chat.pathOf('keys/id_ed25519'), chat.pathOf('.env'));
  await answerPermission(chat, 'r1', { choiceId: 'once' });
  const last = await chat.chat.until((now) => resultOf(now, 'r1') !== undefined);
  expect(resultOf(last, 'r1')).toEqual({ ok: false, text: '.env has become another file meanwhile.' });
});
