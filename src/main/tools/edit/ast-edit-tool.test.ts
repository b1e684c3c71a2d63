import { chmodSync, symlinkSync } from 'node:fs';
import { expect, it } from 'vitest';
import {
  actionsOf,
  answer,
  apply,
  asked,
  call,
  previewChat,
  resultOf,
  say,
} from '../../../../test/main/previews/preview-chat.ts';
import { answerPermission } from '../../../../test/main/permissions/permission-chat.ts';
import { untilWorkspace } from '../../../../test/main/test-app.ts';

const swap = { pattern: 'swap($A, $B)', replacement: 'swap($B, $A)' };
const rewrite = (input: object, id = 'x1') =>
  call(id, 'ast_edit', { ops: [swap], lang: 'typescript', path: '.', ...input });

type Chat = Awaited<ReturnType<typeof previewChat>>;
type Calls = Parameters<typeof answer>;

/** Has the model make calls in one step; returns the result of the first. */
async function resultFor(chat: Chat, ...calls: Calls) {
  const [first] = calls;
  if (first?.type !== 'tool_use') throw new Error('There is no call.');
  chat.server.reply(answer(...calls), say('Done.'), say('Done.'), say('Done.'), say('Done.'));
  await chat.send('Go');
  return resultOf(await chat.chat.until((now) => resultOf(now, first.id) !== undefined), first.id);
}

const failure = (text: string) => expect.objectContaining({ ok: false, text }) as unknown;

it('stages the change of many files as one preview, which is applied and undone whole', async () => {
  const files = {
    'src/a.ts': '// swap(1, 2)\nswap(1, 2);\r\nlog("swap(1, 2)", swap(swap(1, 2), three));\n',
    'src/deep/b.ts': 'swap(\n  one,\n  two,\n);\n',
    'src/c.js': 'swap(1, 2);\n',
    'src/d.ts': 'swap(1);\n',
  };
  const chat = await previewChat(files);
  chat.server.reply(answer(rewrite({})), apply('r1'), say('Done.'));
  await chat.send('Go');
  const staged = await chat.chat.until(asked);
  expect(resultOf(staged, 'x1')?.text).toBe('Preview: Replace 4 places in 2 files. Nothing is written yet.');
  expect(actionsOf(staged)).toHaveLength(1);
  expect(chat.action()).toMatchObject({
    label: 'Replace 4 places in 2 files',
    sourceToolName: 'ast_edit',
    preview: { type: 'edit', files: [{ path: 'src/a.ts' }, { path: 'src/deep/b.ts' }] },
  });
  expect(chat.read('src/a.ts')).toBe(files['src/a.ts']);
  await chat.decide({ type: 'apply' });
  await chat.turn('idle');
  expect(chat.read('src/a.ts')).toBe(
    '// swap(1, 2)\nswap(2, 1);\r\nlog("swap(1, 2)", swap(three, swap(2, 1)));\n',
  );
  expect(chat.read('src/deep/b.ts')).toBe('swap(two, one);\n');
  expect([chat.read('src/c.js'), chat.read('src/d.ts')]).toEqual(['swap(1, 2);\n', 'swap(1);\n']);
  await chat.client.workspace.undoPreview({ workspaceId: chat.workspaceId, actionId: chat.action().id });
  expect(chat.read('src/a.ts')).toBe(files['src/a.ts']);
});

it('says that a pattern matches nothing', async () => {
  const chat = await previewChat({ 'a.ts': 'swap(1);\n' });
  const broken = { pattern: 'swap((', replacement: 'x' };
  const calls = [rewrite({}), rewrite({ ops: [broken] }, 'x2'), rewrite({ lang: 'css' }, 'x3')];
  expect(await resultFor(chat, ...calls)).toEqual(failure('No match. Check the pattern.'));
  const text = (id: string) => resultOf(chat.chat.transcript(), id)?.text;
  await chat.chat.until((now) => resultOf(now, 'x3') !== undefined);
  expect(text('x2')).toBe('No match. Check the pattern.');
  expect(text('x3')).toBe('There is no Css file there. Check path and glob.');
  expect(actionsOf(chat.chat.transcript())).toEqual([]);
});

const refused: [string, object, string][] = [
  [
    'a pattern of several nodes',
    { ops: [{ pattern: 'a b', replacement: 'c' }] },
    'ops[0].pattern can not be read: Multiple AST nodes are detected. Please check the pattern source `a b`.',
  ],
  [
    'a variable that nothing matched',
    { ops: [swap, { pattern: 'f($A, $_B)', replacement: 'f($A, $_B)' }] },
    'ops[1].replacement names $_B, which its pattern does not match.',
  ],
  [
    'a list without a name',
    { ops: [{ pattern: 'f($$$)', replacement: 'g($$$)' }] },
    'ops[0].replacement has $$$ without a name. Name it in both, such as $$$ARGS.',
  ],
  [
    'half of a character',
    { ops: [{ pattern: 'swap($A, $B)', replacement: '"\ud800"' }] },
    'ops[0].replacement has half of a character (U+D800 without its other half), which no file can hold. Write the whole character and try again.',
  ],
  ['neither path nor glob', { path: null }, 'Give path or glob.'],
  [
    'a change that is none',
    { ops: [{ pattern: 'swap($A, $B)', replacement: 'swap($A, $B)' }] },
    'The code already is like that. There is nothing to change.',
  ],
  [
    'a path outside',
    { path: '..' },
    '.. leads outside the folder of this chat. Only paths inside it can be used.',
  ],
  ['a file of git', { path: '.git/hook.ts' }, '.git/hook.ts belongs to git itself and is left alone.'],
  ['a folder of git', { path: '.git' }, '.git belongs to git itself and is left alone.'],
  ['an ignored file', { path: 'dist/a.ts' }, 'dist is covered by .gitignore and is left alone.'],
  ['an ignored folder', { path: 'dist' }, 'dist is covered by .gitignore and is left alone.'],
  [
    'a file that is not there',
    { path: 'no.ts' },
    'There is no no.ts in the folder. list_files shows what is there.',
  ],
  ['what is no text', { path: 'image.ts' }, 'image.ts is not a text file, so it is left alone.'],
  ['a read-only file', { path: 'fixed.ts' }, 'fixed.ts is read-only. Nothing was written.'],
  ['a folder with a read-only file', { path: '.' }, 'fixed.ts is read-only. Nothing was written.'],
  [
    'a language that it can not read',
    { lang: 'rust' },
    'Invalid input for ast_edit: lang: Invalid option: expected one of "typescript"|"tsx"|"javascript"|"css"|"html"',
  ],
];
it.each(refused)('refuses %s', async (_, input, text) => {
  const code = 'swap(1, 2);\n';
  const chat = await previewChat({
    '.gitignore': 'dist/\n',
    '.git/hook.ts': code,
    'a.ts': code,
    '.env.ts': code,
    'dist/a.ts': code,
    'fixed.ts': code,
    'image.ts': '\0swap(1, 2)',
  });
  chmodSync(chat.pathOf('fixed.ts'), 0o444);
  const only = 'path' in input ? {} : { path: 'a.ts' };
  expect(await resultFor(chat, rewrite({ ...only, ...input }))).toEqual(failure(text));
  expect(actionsOf(chat.chat.transcript())).toEqual([]);
});

it.each([
  { choiceId: 'no', text: 'The user denied this.' },
  { choiceId: 'once', text: 'Preview: Replace 1 place in .env.ts. Nothing is written yet.' },
])('asks for a file that may hold secrets: $choiceId', async ({ choiceId, text }) => {
  const chat = await previewChat({ '.env.ts': 'swap(1, 2);\n' });
  chat.server.reply(answer(rewrite({ path: '.env.ts' })), say('Oh.'), say('Oh.'), say('Oh.'));
  await chat.send('Go');
  await answerPermission(chat, 'x1', { choiceId });
  const last = await chat.chat.until((now) => resultOf(now, 'x1') !== undefined);
  expect(resultOf(last, 'x1')?.text).toBe(text);
});

it('leaves out what is ignored, what may hold secrets, links and what is no text', async () => {
  const code = 'swap(1, 2);\n';
  const chat = await previewChat({
    '.gitignore': 'dist/\n',
    '.GIT/a.ts': code,
    'a.ts': code,
    'keys/.env.ts': code,
    'dist/a.ts': code,
    'node_modules/p/a.ts': code,
    'image.ts': '\0swap(1, 2)',
  });
  symlinkSync(chat.pathOf('a.ts'), chat.pathOf('link.ts'));
  expect((await resultFor(chat, rewrite({})))?.text).toBe(
    [
      'Preview: Replace 1 place in a.ts. Nothing is written yet.',
      '(1 file was left out: may hold secrets; give one as path to ask the person for it.)',
      '(1 file was left out: cannot be read as text, or is above 1 MB.)',
    ].join('\n'),
  );
  expect(chat.action().preview).toMatchObject({ files: [{ path: 'a.ts' }] });
});

it('changes what the glob names, inside of the path where one is given', async () => {
  const code = 'swap(1, 2);\n';
  const chat = await previewChat({ 'src/a.ts': code, 'src/a.test.ts': code, 'b.test.ts': code });
  await resultFor(chat, rewrite({ path: 'src', glob: './**/*.test.ts' }));
  expect(chat.action().label).toBe('Replace 1 place in src/a.test.ts');
});

it('refuses more than 200 files whole', async () => {
  const some = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}.ts`, 'swap(1, 2);\n']));
  const chat = await previewChat({ ...some(200), 'more/a.ts': 'swap(1, 2);\n' });
  const text = 'It matches in more than 200 files, so nothing is staged. Give a narrower path or glob.';
  const calls = [rewrite({}), rewrite({ path: null, glob: '*.ts' }, 'x2')];
  expect(await resultFor(chat, ...calls)).toEqual(failure(text));
  await chat.chat.until((now) => resultOf(now, 'x2') !== undefined);
  expect(chat.action().label).toBe('Replace 200 places in 200 files');
});

it('makes its ops one after the other, and names those that match nothing', async () => {
  const chat = await previewChat({ 'a.ts': 'swap(1, 2);\n' });
  const ops = [
    swap,
    { pattern: 'swap(2, $A)', replacement: 'put($A)' },
    { pattern: 'nothing()', replacement: '' },
  ];
  expect((await resultFor(chat, rewrite({ ops })))?.text).toBe(
    'Preview: Replace 2 places in a.ts. Nothing is written yet.\nops[2] matches nothing.',
  );
  expect(chat.action().preview).toMatchObject({ files: [{ path: 'a.ts' }] });
});

it('joins with the other changes of its step, and goes on from them', async () => {
  const chat = await previewChat({ 'a.ts': 'swap(1, 2);\n', 'b.ts': 'one\n' });
  const edits = [{ oldText: '1', newText: 'one' }];
  chat.server.reply(
    answer(
      call('e1', 'edit_file', { path: 'a.ts', edits }),
      call('w1', 'write_file', { path: 'b.ts', content: 'two\n' }),
      rewrite({}),
    ),
    apply('r1'),
    say('Done.'),
  );
  await chat.send('Go');
  await chat.chat.until(asked);
  expect(chat.action().label).toBe('Change 2 files');
  await chat.decide({ type: 'apply' });
  await chat.turn('idle');
  expect([chat.read('a.ts'), chat.read('b.ts')]).toEqual(['swap(2, one);\n', 'two\n']);
});

it('asks before a protected file is written, also where the chat edits without asking', async () => {
  const chat = await previewChat({ 'hooks/.vscode/a.ts': 'swap(1, 2);\n' });
  const { client, workspaceId } = chat;
  await client.workspace.setApprovals({ workspaceId, approvals: 'auto-edits' });
  chat.server.reply(answer(rewrite({})), apply('r1'), say('Done.'));
  await chat.send('Go');
  await untilWorkspace(client, workspaceId, ({ waiting }) => waiting === 1);
  expect(chat.read('hooks/.vscode/a.ts')).toBe('swap(1, 2);\n');
});

const everyLanguage: [string, string, string, string, string, string][] = [
  [
    'tsx',
    'a.tsx',
    '<B c={1}>x {y}</B>;\n',
    '<B c={$V}>$$$K</B>',
    '<C d={$V}>$$$K</C>',
    '<C d={1}>x {y}</C>;\n',
  ],
  ['JavaScript', 'a.mjs', 'f(1, ...a);\n', 'f($$$ARGS)', 'g([$$$ARGS])', 'g([1, ...a]);\n'],
  [
    'css',
    'a.css',
    'a { color: red; top: 0 }\n',
    'color: $V;',
    'color: var(--$V);',
    'a { color: var(--red); top: 0 }\n',
  ],
  [
    'HTML',
    'a.html',
    '<p class="a">x</p>\n',
    '<p $$$A>$$$B</p>',
    '<div $$$A>$$$B</div>',
    '<div class="a">x</div>\n',
  ],
];
it.each(everyLanguage)('reads %s', async (lang, path, before, pattern, replacement, after) => {
  const chat = await previewChat({ [path]: before });
  chat.server.reply(answer(rewrite({ lang, ops: [{ pattern, replacement }] })), apply('r1'), say('Done.'));
  await chat.send('Go');
  await chat.chat.until(asked);
  await chat.decide({ type: 'apply' });
  await chat.turn('idle');
  expect(chat.read(path)).toBe(after);
});

it('is offered in exec mode alone, and named there', async () => {
  const chat = await previewChat();
  chat.server.reply(say('Hm.'), say('Hm.'));
  await chat.send('Go');
  await chat.turn('idle');
  const named = async (index: number) => {
    const { tools } = await chat.body(index);
    const { body } = await chat.server.request(index);
    const isNamed = JSON.stringify(body).includes('edit_file, write_file, delete_file and ast_edit.');
    return [tools.some(({ name }) => name === 'ast_edit'), isNamed];
  };
  expect(await named(0)).toEqual([true, true]);
  await chat.client.workspace.setMode({ workspaceId: chat.workspaceId, mode: 'plan' });
  await chat.send('And now');
  expect(await named(1)).toEqual([false, false]);
});
