import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { elsewhere } from '../../../../test/main/folder/any-folder.ts';
import { temporaryFolder } from '../../../../test/main/temporary-folder.ts';
import { readInstructions } from './instruction-files.ts';

/** A repository with these files; returns a folder in it. */
function repositoryWith(files: Record<string, string | Buffer>, inner = '.'): string {
  const root = temporaryFolder();
  const all = { '.git/HEAD': 'ref: refs/heads/main\n', ...files };
  for (const [path, content] of Object.entries(all)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  mkdirSync(join(root, inner), { recursive: true });
  return join(root, inner);
}

test('the instructions of every folder up to the root are read, the nearest last', async () => {
  const folder = repositoryWith(
    {
      'AGENTS.md': 'Use tabs.\n',
      'CLAUDE.md': 'Not read beside AGENTS.md.',
      'app/.github/copilot-instructions.md': 'Copilot.',
      'app/web/GEMINI.md': 'Use spaces here.',
    },
    'app/web',
  );
  const { files, text } = await readInstructions(folder, elsewhere);
  expect(files).toEqual([
    { path: '../../AGENTS.md', bytes: 10, state: 'whole' },
    { path: '../.github/copilot-instructions.md', bytes: 8, state: 'whole' },
    { path: 'GEMINI.md', bytes: 16, state: 'whole' },
  ]);
  expect(text).toBe(
    [
      '<instructions file="../../AGENTS.md">\nUse tabs.\n</instructions>',
      '<instructions file="../.github/copilot-instructions.md">\nCopilot.\n</instructions>',
      '<instructions file="GEMINI.md">\nUse spaces here.\n</instructions>',
    ].join('\n\n'),
  );
});

test('outside of a repository only the folder itself counts, and nothing there is nothing', async () => {
  const root = temporaryFolder();
  mkdirSync(join(root, 'inner'));
  writeFileSync(join(root, 'AGENTS.md'), 'Above.');
  expect(await readInstructions(join(root, 'inner'), elsewhere)).toEqual({ files: [], text: '' });
});

test('a model gets 64 kB at most: the nearest first, whole lines, and the rest is named', async () => {
  const line = `${'a'.repeat(999)}\n`;
  const folder = repositoryWith({ 'AGENTS.md': line.repeat(60), 'in/CLAUDE.md': line.repeat(30) }, 'in');
  const { files, text } = await readInstructions(folder, elsewhere);
  expect(files).toEqual([
    { path: '../AGENTS.md', bytes: 60_000, state: 'cut' },
    { path: 'CLAUDE.md', bytes: 30_000, state: 'whole' },
  ]);
  expect(text.length).toBeLessThan(65_700);
  expect(text).toContain(`${'a'.repeat(999)}\n</instructions>`);
  const one = repositoryWith({ 'AGENTS.md': 'a'.repeat(3_000_000) });
  expect(await readInstructions(one, elsewhere)).toEqual({
    files: [{ path: 'AGENTS.md', bytes: 3_000_000, state: 'left-out' }],
    text: '',
  });
});

test('what leads out of the repository, is no text or not readable is named, and the next one counts', async () => {
  const outside = temporaryFolder();
  writeFileSync(join(outside, 'secret'), 'A secret');
  const folder = repositoryWith({ 'CLAUDE.md': Buffer.from([1, 0, 2]), 'docs/agents.md': 'Inside.' });
  symlinkSync(join(outside, 'secret'), join(folder, 'AGENTS.md'));
  symlinkSync('docs/agents.md', join(folder, 'GEMINI.md'));
  const { files, text } = await readInstructions(folder, elsewhere);
  expect(files).toEqual([
    { path: 'GEMINI.md', bytes: 7, state: 'whole' },
    { path: 'CLAUDE.md', bytes: null, state: 'unreadable' },
    { path: 'AGENTS.md', bytes: null, state: 'outside' },
  ]);
  expect(text).toBe('<instructions file="GEMINI.md">\nInside.\n</instructions>');
  if (process.getuid?.() === 0) return;
  chmodSync(join(folder, 'docs/agents.md'), 0);
  expect((await readInstructions(folder, elsewhere)).files[0]).toMatchObject({
    path: 'GEMINI.md',
    state: 'unreadable',
  });
});
