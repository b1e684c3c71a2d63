import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { elsewhere } from '../../../test/main/folder/any-folder.ts';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { commandText, parseCommand, SlashCommands } from './slash-commands.ts';

const trusting = new SlashCommands(
  {
    isTrusted: async () => true,
    read: (folder, file) => readFile(join(folder, file), 'utf8'),
  },
  elsewhere,
);

function folderWith(files: Record<string, string | Buffer>): string {
  const folder = temporaryFolder();
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

test('files of both places are commands by their names, and the first place wins', async () => {
  const folder = folderWith({
    '.parley/commands/review.md':
      '---\ndescription: Review a file\nargument-hint: "[path]"\n---\nReview $ARGUMENTS now.',
    '.claude/commands/review.md': 'Another one.',
    '.claude/commands/fix-lint.md': '# Fix what the linter says\n\nAll of it.',
    '.claude/commands/notes.txt': 'no command',
  });
  expect(await trusting.list(folder)).toEqual({
    untrusted: 0,
    commands: [
      {
        kind: 'command',
        name: 'fix-lint',
        description: 'Fix what the linter says',
        argument: null,
        file: '.claude/commands/fix-lint.md',
      },
      {
        kind: 'command',
        name: 'review',
        description: 'Review a file',
        argument: '[path]',
        file: '.parley/commands/review.md',
      },
    ],
  });
  expect(await trusting.expand(folder, '/review src/a.ts ')).toEqual({
    source: '.parley/commands/review.md',
    text: 'Review src/a.ts now.',
  });
  expect(await trusting.expand(folder, '/fix-lint in src\nand e2e')).toEqual({
    source: '.claude/commands/fix-lint.md',
    text: '# Fix what the linter says\n\nAll of it.\n\nin src\nand e2e',
  });
});

test('what is no command of the folder stays what it is', async () => {
  const folder = folderWith({ '.parley/commands/a.md': 'A' });
  for (const text of ['a', 'see /a', '/b', '/a/b', '/', '//a', ''])
    expect(await trusting.expand(folder, text)).toBeUndefined();
});

test('before the folder is trusted its commands are counted and none is carried out', async () => {
  const folder = folderWith({ '.parley/commands/a.md': 'A', '.claude/commands/b.md': 'B' });
  const wary = new SlashCommands({ isTrusted: async () => false, read: async () => undefined }, elsewhere);
  expect(await wary.list(folder)).toEqual({ commands: [], untrusted: 2 });
  expect(await wary.expand(folder, '/a')).toBeUndefined();
});

test('a file that is not text, too large, empty, named as a built-in one or outside the folder is none', async () => {
  const outside = folderWith({ 'secret.md': 'A secret', 'commands/far.md': 'Far' });
  const folder = folderWith({
    '.parley/commands/binary.md': Buffer.from([0x41, 0, 0x42]),
    '.parley/commands/large.md': 'a'.repeat(70_000),
    '.parley/commands/empty.md': '---\ndescription: nothing\n---\n',
    '.parley/commands/compact.md': 'Not the built-in one',
    '.parley/commands/good.md': 'Good',
  });
  symlinkSync(join(outside, 'secret.md'), join(folder, '.parley/commands/link.md'));
  symlinkSync(join(folder, '.parley/commands/good.md'), join(folder, '.parley/commands/inner.md'));
  mkdirSync(join(folder, '.claude'));
  symlinkSync(join(outside, 'commands'), join(folder, '.claude/commands'));
  const { commands } = await trusting.list(folder);
  expect(commands.map(({ name }) => name)).toEqual(['good', 'inner']);
});

test('a hint that is no text of YAML is shown as it is written', () => {
  const text = '---\nargument-hint: [pr] [priority]\ndescription: >\n  Two\n  lines\n---\nBody';
  expect(parseCommand('x', 'x.md', text)).toMatchObject({ argument: '[pr] [priority]', body: 'Body' });
  expect(
    parseCommand('x', 'x.md', '---\nargument-hint: [a]\ndescription: >\n  Two\n  lines\n---\nB'),
  ).toEqual({
    kind: 'command',
    name: 'x',
    file: 'x.md',
    argument: '[a]',
    description: 'Two lines',
    body: 'B',
  });
});

test('arguments stand in the text as they were typed, whatever signs they have', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (argument, around) => {
      const body = `${around.replaceAll('$ARGUMENTS', '')}<$ARGUMENTS>`;
      expect(commandText({ body }, argument)).toContain(`<${argument}>`);
    }),
  );
});

test('any file can be read as a command', () => {
  const line = fc.oneof(fc.constantFrom('---', 'description: x', 'a: &a [*a]', '\t- {', ''), fc.string());
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      const { description, body } = parseCommand('x', 'x.md', lines.join('\n'));
      expect(description).not.toContain('\n');
      expect(body).toBe(body.trim());
    }),
  );
});
