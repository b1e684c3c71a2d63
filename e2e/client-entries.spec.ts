import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { expect, test } from '@playwright/test';
import { projectRoot } from './support/hosts.ts';

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

for (const [index, { name, command }] of entries.entries())
  test(`entry ${index + 1}, for ${name}, starts an MCP server as it stands`, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'parley-entry-'));
    const [program = '', ...args] = command;
    // As a client starts it: elsewhere, and with a path on which nothing of the checkout is.
    const child = spawn(program, args, {
      cwd: folder,
      env: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: folder },
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

test('the command that scripts run asks nobody where there is nobody, and says so', async () => {
  const page = readFileSync(join(projectRoot, 'docs/clients/any-client.md'), 'utf8');
  const [script = ''] = blocksOf(page, 'sh');
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin', PARLEY_DATA_DIR: '/nonexistent/parley' };
  const child = spawn('sh', ['-c', script], { cwd: tmpdir(), env, stdio: ['ignore', 'pipe', 'pipe'] });
  const [said] = await Promise.all([text(child.stdout), once(child, 'close')]);
  expect(said).toContain('Nobody can be asked');
});
