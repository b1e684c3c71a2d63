import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { makeDataDir } from '../test/main/storage/fresh-database.ts';
import { temporaryFolder } from '../test/main/temporary-folder.ts';

const root = join(import.meta.dirname, '..');

/** The modules that a process loads until it ends, or until it says that it is ready; `ownBytes` is the size of its own modules. */
type Loaded = { own: number; ownBytes: number; packages: string[]; loadsHttpClient: boolean };

async function modulesOf(args: readonly string[]): Promise<Loaded> {
  const hook = ['--import', join(root, 'scripts/loaded-modules.ts')];
  const child = spawn(process.execPath, [...hook, ...args], {
    cwd: root,
    // The command's cache would lie among the sources.
    env: { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const urls: string[] = [];
  let loadsHttpClient = false;
  createInterface({ input: child.stderr }).on('line', (line) => {
    loadsHttpClient ||= line === httpClientLoaded;
    const [, url] = /^loads (file:.*)/.exec(line) ?? [];
    if (url !== undefined) urls.push(url);
  });
  createInterface({ input: child.stdout }).on('line', () => child.kill('SIGTERM'));
  await once(child, 'close');
  const packages = urls.flatMap((url) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? []);
  const named = [...new Set(packages)].toSorted();
  const own = urls.filter((url) => !url.includes('node_modules/'));
  const ownBytes = own.reduce((sum, url) => sum + statSync(new URL(url)).size, 0);
  return { own: own.length, ownBytes, packages: named, loadsHttpClient };
}

const httpClientLoaded = 'has loaded the HTTP client';

/** Starts the browser host from its sources; at its end it says if Node's own HTTP client was loaded. */
const startHost = (dataDir: string) =>
  `process.on('exit', () => {
     if (process.moduleLoadList.some((name) => name.includes('undici'))) console.error('${httpClientLoaded}');
   });
   const { startBrowserHost } = await import('./src/main/browser/index.ts');
   await startBrowserHost({ version: '0', dataDir: ${JSON.stringify(dataDir)}, port: 0 });`;

test('a start of the host loads no model, no MCP, and nothing that the first connection loads', async () => {
  const dataDir = temporaryFolder();
  makeDataDir(dataDir);
  const start = ['--input-type=module', '-e', startHost(dataDir)];
  const { ownBytes, packages, loadsHttpClient } = await modulesOf(start);
  expect(loadsHttpClient).toBe(false);
  expect(packages).toEqual(['diff', 'fuzzysort', 'ignore', 'zod']);
  expect(ownBytes).toBeGreaterThan(600_000);
  // Its size, for the build joins the modules of a start into five files.
  expect(ownBytes).toBeLessThanOrEqual(1_375_000);
});

test.each([
  ['without an argument', [], 8],
  ['with one that is not JSON', ['questions'], 8],
  ['with questions that are not of the form', ['{"questions":[{}]}'], 18],
])('AskUserQuestion %s loads few modules, and zod only to check', async (_, args, budget) => {
  const { own, packages } = await modulesOf(['src/cli/ask-user-question.ts', ...args]);
  expect(packages).toEqual(args[0]?.startsWith('{') ? ['zod'] : []);
  expect(own).toBeGreaterThan(2);
  expect(own).toBeLessThanOrEqual(budget);
});

test('parley mcp loads nothing of the window, of agents, of storage, nor what connects to Parley, before it is called', async () => {
  const { own, packages } = await modulesOf(['src/cli/parley.ts', 'mcp', '--data-dir', temporaryFolder()]);
  expect(packages).toEqual([
    '@modelcontextprotocol/core',
    '@modelcontextprotocol/server',
    'commander',
    'zod',
  ]);
  expect(own).toBeGreaterThan(10);
  expect(own).toBeLessThanOrEqual(36);
});
