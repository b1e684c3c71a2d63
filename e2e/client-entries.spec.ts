import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { expect, test } from '@playwright/test';
import { projectRoot } from './support/hosts.ts';

const systemPath = '/usr/local/bin:/usr/bin:/bin';

/** A folder with the commands as npm links them, in front of a path on which nothing of the checkout is. */
async function installedPath(folder: string): Promise<string> {
  await symlink(join(projectRoot, 'out/cli/parley.js'), join(folder, 'parley'));
  await symlink(join(projectRoot, 'out/cli/ask-user-question.js'), join(folder, 'AskUserQuestion'));
  return `${folder}:${systemPath}`;
}

/** The blocks of a page in a language, with the path of this checkout filled in. */
function blocksOf(page: string, language: string): string[] {
  const blocks = page.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm);
  const ofLanguage = Array.from(blocks).filter(([, name]) => name === language);
  return ofLanguage.map(([, , block = '']) => block.replaceAll('/path/to/parley', projectRoot));
}

/** Every command in the value of a JSON block: `command` with `args`, or a `command` that is a list. */
function commandsIn(value: unknown): string[][] {
  if (typeof value !== 'object' || value === null) return [];
  if (!('command' in value)) return Object.values(value).flatMap(commandsIn);
  const words = [value.command, 'args' in value ? value.args : []].flat(2);
  return [words.filter((word) => typeof word === 'string')];
}

/** The same of a table of TOML that has both on lines of their own. */
function commandsInToml(block: string): string[][] {
  const lines = Array.from(
    block.matchAll(/^(command|args) = (.+)$/gm),
    ([, name, value]) => `"${name}":${value}`,
  );
  return commandsIn(JSON.parse(`{${lines.join()}}`));
}

/** The command behind `--`, by which a client is told of a server. */
function commandsInShell(block: string): string[][] {
  return block
    .split('\n')
    .flatMap((line) => (line.includes(' -- ') ? [line.split(' -- ')[1]?.split(' ') ?? []] : []));
}

const pages = globSync('docs/clients/*.md', { cwd: projectRoot }).toSorted();

const entries = pages.flatMap((file) => {
  const page = readFileSync(join(projectRoot, file), 'utf8');
  const commands = [
    ...blocksOf(page, 'json').flatMap((block) => commandsIn(JSON.parse(block))),
    ...blocksOf(page, 'toml').flatMap(commandsInToml),
    ...blocksOf(page, '').flatMap(commandsInShell),
  ];
  return commands.map((command) => ({ name: basename(file, '.md'), command }));
});

test('every page for a client has an entry that starts a command', () => {
  expect(new Set(entries.map(({ name }) => name))).toEqual(
    new Set(pages.map((file) => basename(file, '.md'))),
  );
  expect(entries.length).toBeGreaterThan(pages.length);
});

test('every page for a client has an entry for an installed Parley, and one for a checkout', () => {
  const firstWords = (client: string) =>
    new Set(entries.filter(({ name }) => name === client).map(({ command }) => command[0]));
  for (const file of pages)
    expect(firstWords(basename(file, '.md')), file).toEqual(new Set(['parley', 'node']));
});

/** The clients for which each command stands in the pages. */
const clientsOf = Map.groupBy(entries, ({ command }) => JSON.stringify(command));

for (const [line, same] of clientsOf)
  test(`${line}, for ${[...new Set(same.map(({ name }) => name))].join()}, starts an MCP server as it stands`, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'parley-entry-'));
    const [program = '', ...args] = same[0]?.command ?? [];
    // As a client starts it: elsewhere.
    const child = spawn(program, args, {
      cwd: folder,
      env: { PATH: await installedPath(folder), HOME: folder },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    try {
      const answered = once(createInterface({ input: child.stdout }), 'line');
      const params = {
        protocolVersion: '2025-06-18',
        capabilities: {},
        clientInfo: { name: 'x', version: '1' },
      };
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`);
      expect(String(await answered)).toContain('"serverInfo":{"name":"parley"');
      const ended = once(child, 'exit');
      child.stdin.end();
      expect(await ended).toEqual([0, null]);
    } finally {
      child.kill('SIGKILL');
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    }
  });

/** Runs a shell with nobody to ask, in a folder of its own. */
async function runInShell(script: string, cwd?: string) {
  const folder = await mkdtemp(join(tmpdir(), 'parley-entry-'));
  const env = {
    PATH: await installedPath(folder),
    HOME: folder,
    PARLEY_DATA_DIR: '/nonexistent/parley',
  };
  const child = spawn('sh', ['-c', script], { cwd: cwd ?? folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  return { stdout, stderr, code: child.exitCode };
}

test('both commands that scripts run ask nobody where there is nobody, and say so', async () => {
  const page = readFileSync(join(projectRoot, 'docs/clients/any-client.md'), 'utf8');
  const scripts = blocksOf(page, 'sh');
  expect(scripts).toHaveLength(2);
  for (const script of scripts) expect((await runInShell(script)).stdout).toContain('Nobody can be asked');
});

/** Every line of a shell in the pages that runs one of the commands to its end, as it stands. */
const commandLines = globSync(['README.md', 'docs/**/*.md'], { cwd: projectRoot })
  .toSorted()
  .flatMap((file) => {
    const page = readFileSync(join(projectRoot, file), 'utf8');
    // A line with brackets says what can be written.
    const lines = ['', 'sh'].flatMap((language) =>
      blocksOf(page, language).flatMap((block) => block.split('\n')),
    );
    return lines
      .filter((line) => /^(?:parley|AskUserQuestion) (?!.*\[-)/.test(line))
      .map((line) => ({ file, line }));
  });

test('there are lines of commands in the pages', () => {
  expect(commandLines.length).toBeGreaterThan(3);
});

for (const [index, { file, line }] of commandLines.entries())
  test(`line ${index + 1} of a command, in ${file}, is understood as it stands`, async () => {
    const { code, stderr } = await runInShell(line);
    // Answered, or understood and nobody there to ask.
    expect([0, 3], stderr).toContain(code);
  });

test('the command of a checkout that is not installed is found by npx in its folder', async () => {
  const questions = /^AskUserQuestion (.+)$/m.exec(readFileSync(join(projectRoot, 'README.md'), 'utf8'))?.[1];
  const { code, stderr } = await runInShell(`npx --no AskUserQuestion ${questions}`, projectRoot);
  expect(code, stderr).toBe(3);
});
