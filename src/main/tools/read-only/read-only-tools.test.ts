import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import type { ToolResult } from '../../../shared/dialects/dialect.ts';
import { messageIdSchema, toolCallIdSchema, workspaceIdSchema } from '../../../shared/ids.ts';
import { anyFolder } from '../../../../test/main/folder/any-folder.ts';
import { readOnlyTools } from './read-only-tools.ts';
import { locate } from '../../folder/workspace-path.ts';

let base: string;
let folder: string;
let mentions: string[] = [];

beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'parley-tools-')));
  mentions = [];
  folder = join(base, 'inside');
  await mkdir(folder);
  await writeFile(join(base, 'secret.txt'), 'outside');
});

afterEach(() => rm(base, { recursive: true, force: true }));

async function put(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), content);
}

function run(name: string, input: unknown, signal = new AbortController().signal): Promise<ToolResult> {
  const tool = readOnlyTools.find((candidate) => candidate.name === name);
  if (tool === undefined) throw new Error(`no ${name}`);
  return tool.run(input, {
    workspaceId: workspaceIdSchema.parse('w'),
    messageId: messageIdSchema.parse(1),
    toolCallId: toolCallIdSchema.parse('c'),
    step: 0,
    mode: 'plan' as const,
    folder: anyFolder(folder),
    permit: () => Promise.resolve({ type: 'nobody' as const }),
    mentions: () => mentions,
    asker: 'Parley',
    signal,
  });
}

test('list_files: lists two levels, folders with a slash, without git, node_modules and ignored paths', async () => {
  await put('.gitignore', 'dist/\n*.log\n');
  await put('src/a.ts', '');
  await put('src/deep/b.ts', '');
  await put('src/.gitignore', '!keep.log\nlocal.ts\n');
  await put('src/keep.log', '');
  await put('src/local.ts', '');
  await put('dist/out.js', '');
  await put('x.log', '');
  await put('.git/config', '');
  await put('node_modules/p/index.js', '');
  expect((await run('list_files', {})).text).toBe(
    [
      'The folder contains:',
      '.gitignore',
      'src/',
      'src/.gitignore',
      'src/a.ts',
      'src/deep/',
      'src/keep.log',
    ].join('\n'),
  );
  expect((await run('list_files', { path: 'src', depth: 1 })).text).toContain('src/ contains:');
});

const optional = [
  ['list_files', {}, 'path', 'src'],
  ['list_files', {}, 'depth', 1],
  ['read_file', { path: 'a.txt' }, 'from', 2],
  ['read_file', { path: 'a.txt' }, 'lines', 1],
  ['search_files', { query: 'one' }, 'path', 'a.txt'],
  ['search_files', { query: 'o.e' }, 'regex', true],
] as const;

test('every optional field stands in the table', () => {
  const named = readOnlyTools.flatMap(({ name, inputSchema }) => {
    const { properties = {}, required = [] } = z.toJSONSchema(inputSchema, { io: 'input' });
    return Object.keys(properties).flatMap((field) => (required.includes(field) ? [] : [`${name} ${field}`]));
  });
  expect(named).toEqual(optional.map(([name, , field]) => `${name} ${field}`));
});

test.each(optional)('%s of %j: null for %s is not there', async (name, input, field, value) => {
  await put('a.txt', 'one\ntwo\n');
  await put('src/deep/b.txt', 'one\n');
  const without = await run(name, input);
  expect(await run(name, { ...input, [field]: null, unheardOf: 1 })).toEqual(without);
  expect(await run(name, { ...input, [field]: value })).not.toEqual(without);
});

test('list_files: an empty folder is said to be empty; a vanished one too, with what to do', async () => {
  expect(await run('list_files', undefined)).toEqual({ ok: true, text: 'The folder is empty.' });
  await rm(folder, { recursive: true });
  const gone = await run('list_files', {});
  expect(gone.ok).toBe(false);
  expect(gone.text).toMatch(/is not there any more\. Tell the person/);
});

test('list_files: a long listing says that it is cut and how to see the rest', async () => {
  await Promise.all(Array.from({ length: 410 }, (_, index) => put(`f${index}`, '')));
  const { text } = await run('list_files', {});
  expect(text.split('\n')).toHaveLength(402);
  expect(text).toMatch(/\(Cut after 400 entries, .*Give path/);
});

test('list_files: a name with a newline stays on one line, and links are named and not followed', async () => {
  await put('a\nb', '');
  await symlink(base, join(folder, 'up'));
  expect((await run('list_files', { depth: 5 })).text).toBe('The folder contains:\na\\u000ab\nup (link)');
});

test('read_file: reads a whole file and says which lines these are', async () => {
  await put('a.txt', 'one\r\ntwo\nthree');
  expect(await run('read_file', { path: 'a.txt' })).toEqual({
    ok: true,
    text: 'a.txt, lines 1 to 3 of 3:\none\ntwo\nthree',
  });
  expect((await run('read_file', { path: join(folder, 'a.txt'), from: 2, lines: 1 })).text).toBe(
    'a.txt, lines 2 to 2:\ntwo\n(There is more. Go on with from: 3.)',
  );
  expect((await run('read_file', { path: 'a.txt', from: 9 })).text).toBe(
    'a.txt has 3 lines; there is no line 9.',
  );
});

test('read_file: an empty file is said to be empty', async () => {
  await put('a.txt', '');
  expect((await run('read_file', { path: 'a.txt' })).text).toBe('a.txt is empty.');
});

test('read_file: a large file is refused whole and readable by lines', async () => {
  await put('big.txt', Array.from({ length: 60_000 }, (_, index) => `line ${index + 1}`).join('\n'));
  expect((await run('read_file', { path: 'big.txt' })).text).toMatch(
    /^big\.txt has 0\.\d MB, too much.*Give from and lines/,
  );
  const range = await run('read_file', { path: 'big.txt', from: 50_000, lines: 2 });
  expect(range.text).toBe(
    'big.txt, lines 50000 to 50001:\nline 50000\nline 50001\n(There is more. Go on with from: 50002.)',
  );
});

test('read_file: a very long line is cut and the result says so', async () => {
  await put('long.txt', `${'x'.repeat(200_000)}\nend`);
  const { text } = await run('read_file', { path: 'long.txt' });
  expect(text.length).toBeLessThan(60_400);
  expect(text).toMatch(/\(Cut inside line 1:.*from: 2\.\)$/);
  expect((await run('read_file', { path: 'long.txt', from: 2 })).text).toBe(
    'long.txt, lines 2 to 2 of 2:\nend',
  );
});

test('read_file: folders, pipes, devices and binary files are refused by name and never waited for', async () => {
  await promisify(execFile)('mkfifo', [join(folder, 'pipe')]);
  await put('image.png', Buffer.from([0x89, 0x50, 0, 1]));
  await put('latin.txt', Buffer.from([0xe9, 0x20, 0x41]));
  await put('src/a', '');
  expect((await run('read_file', { path: 'pipe' })).text).toBe(
    'pipe is a pipe, not a text file, so it cannot be read.',
  );
  expect((await run('read_file', { path: 'image.png' })).text).toMatch(/image\.png is not a text file/);
  expect((await run('read_file', { path: 'latin.txt' })).text).toMatch(/latin\.txt is not a text file/);
  expect((await run('read_file', { path: 'src' })).text).toMatch(/src is a folder\. Use list_files/);
  expect((await run('read_file', { path: '/dev/zero' })).text).toMatch(/leads outside/);
});

test('read_file: what .gitignore covers and what belongs to git is left alone', async () => {
  await put('.gitignore', 'out.txt\n');
  await put('out.txt', 'made');
  await put('.git/config', 'x');
  expect((await run('read_file', { path: 'out.txt' })).text).toMatch(/out\.txt is covered by \.gitignore/);
  expect((await run('read_file', { path: '.git/config' })).text).toMatch(/belongs to git/);
});

test('read_file: bad input names its path', async () => {
  expect((await run('read_file', { path: 3 })).text).toMatch(/^Invalid input for read_file: path: /);
  expect((await run('read_file', 'a')).text).toMatch(/^Invalid input for read_file: input: /);
  expect((await run('read_file', { path: 'nothing' })).text).toBe(
    'There is no nothing in the folder. list_files shows what is there.',
  );
});

test('search_files: finds lines; small letters match any case, a capital only itself', async () => {
  await put('a.ts', 'const Parse = 1;\n  parse();\n');
  await put('b.bin', Buffer.from([0, 112, 97, 114, 115, 101]));
  expect((await run('search_files', { query: 'parse' })).text).toBe(
    '2 matches in 1 file:\na.ts:1: const Parse = 1;\na.ts:2: parse();',
  );
  expect((await run('search_files', { query: 'Parse', path: 'a.ts' })).text).toBe(
    '1 match in 1 file:\na.ts:1: const Parse = 1;',
  );
  expect((await run('search_files', { query: 'p.rse\\(', regex: true })).text).toContain('a.ts:2');
  expect((await run('search_files', { query: 'missing' })).text).toBe('Nothing matches "missing".');
});

test('search_files: a pattern that would run for ever elsewhere ends quickly', async () => {
  await put('a.txt', `${'a'.repeat(2_000)}!\n`.repeat(20));
  const before = process.cpuUsage();
  expect((await run('search_files', { query: '^(a+)+$', regex: true })).text).toMatch(/Nothing matches/);
  expect(process.cpuUsage(before).user).toBeLessThan(3_000_000);
});

test('search_files: a pattern that cannot be used is searched for as text, and the result says so', async () => {
  await put('a.txt', 'x(?=y\n');
  expect((await run('search_files', { query: 'x(?=y', regex: true })).text).toMatch(
    /a\.txt:1.*\n\(The pattern could not be used/,
  );
});

test('search_files: many matches are cut, with how to see the others', async () => {
  await put('a.txt', 'hit\n'.repeat(500));
  expect((await run('search_files', { query: 'hit' })).text).toMatch(
    /^100 matches in 1 file:[^]*\(Cut after 100 matches\. Give path/,
  );
});

test('confinement: links that lead outside are refused, those that stay inside are followed', async () => {
  await put('real.txt', 'inside');
  await symlink(join(base, 'secret.txt'), join(folder, 'out'));
  await symlink(base, join(folder, 'up'));
  await symlink('real.txt', join(folder, 'in'));
  for (const path of [
    'out',
    'up',
    'up/secret.txt',
    'up/none',
    '../secret.txt',
    '..',
    '/etc/passwd',
    join(base, 'secret.txt'),
  ]) {
    expect((await run('read_file', { path })).text).toMatch(/leads outside the folder/);
    expect((await run('list_files', { path })).ok).toBe(false);
  }
  expect((await run('read_file', { path: 'in' })).text).toContain('inside');
  expect((await run('search_files', { query: 'outside' })).text).toMatch(/^Nothing matches/);
});

test('confinement: no path gets outside', async () => {
  await put('a/b/c.txt', 'x');
  await symlink(base, join(folder, 'a/up'));
  await symlink('..', join(folder, 'a/dots'));
  const piece = fc.constantFrom(
    '..',
    '.',
    'a',
    'b',
    'c.txt',
    'up',
    'dots',
    '',
    'secret.txt',
    'inside',
    '/',
    '\0',
    '~',
    base,
    folder,
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(piece, { maxLength: 8 }),
      fc.constantFrom('/', '//', '/./'),
      async (pieces, join) => {
        const located = await locate(anyFolder(folder), pieces.join(join));
        if (located.ok) expect(`${located.resolved.path}/`.startsWith(`${folder}/`)).toBe(true);
        const read = await run('read_file', { path: pieces.join(join) || '.' });
        expect(read.text).not.toContain('\noutside');
      },
    ),
    { numRuns: 300 },
  );
});

test('an abort ends the call by throwing, before and during', async () => {
  await truncate(join(base, 'secret.txt'), 0);
  await put('a.txt', 'x\n'.repeat(100_000));
  const controller = new AbortController();
  const running = run('search_files', { query: '(a|b|c)*d', regex: true }, controller.signal);
  controller.abort();
  await expect(running).rejects.toThrow('aborted');
  await expect(run('list_files', {}, AbortSignal.abort())).rejects.toThrow('aborted');
});
