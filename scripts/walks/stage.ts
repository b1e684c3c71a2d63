import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium, type Page, type Request } from 'playwright';
import { createServer } from 'vite';
import electronViteConfig from '../../electron.vite.config.ts';
import { chromiumFlags, findChromium } from '../../e2e/support/chromium.ts';
import { quietEnv } from '../../e2e/support/parley.ts';
import { claudeEnv } from '../../e2e/support/provider.ts';
import { type AnthropicServer, startAnthropicServer } from '../../src/main/testing/anthropic-server.ts';
import { type Coverage, pageCoverage, processCoverage } from './coverage.ts';

/** The app from its sources, with Claude behind a local server, and what ran in it. */
export type Stage = {
  page: Page;
  provider: AnthropicServer;
  workspaceDir: string;
  /** Tells what happened since this was last asked. */
  ran(): Promise<Ran>;
};

/** The files of `src` of which a function ran, and the addresses of the scripts that the page loaded. */
export type Ran = { files: Set<string>; loaded: string[] };

/** Plays on a stage of its own. Both sides run file by file, as they were written. */
export async function onStage<Result>(play: (stage: Stage) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-walk-'));
  const workspaceDir = join(folder, 'tiny-parser');
  await cp('e2e/sample-project', workspaceDir, { recursive: true });
  const closing: (() => Promise<unknown>)[] = [
    () => rm(folder, { recursive: true, force: true, maxRetries: 3 }),
  ];
  try {
    const provider = await startAnthropicServer();
    closing.unshift(() => provider.close());
    const vite = await servePage();
    closing.unshift(() => vite.close());
    const env = { ...quietEnv, ...claudeEnv(provider), ELECTRON_RENDERER_URL: vite.address };
    const host = await startHost(join(folder, 'data'), workspaceDir, env);
    closing.unshift(host.close);
    const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumFlags });
    closing.unshift(() => browser.close());
    const page = await browser.newPage({ viewport: { width: 1200, height: 900 }, reducedMotion: 'reduce' });
    await page.goto(host.address);
    const requests: Request[] = [];
    page.on('request', (request) => requests.push(request));
    const coverages = [host.coverage, await pageCoverage(await page.context().newCDPSession(page))];
    const ran = async () => {
      const addresses = (await Promise.all(coverages.map((one) => one.take()))).flat();
      const scripts = requests.splice(0).filter((request) => request.resourceType() === 'script');
      return { files: new Set(addresses.flatMap(sourceOf)), loaded: scripts.map((script) => script.url()) };
    };
    return await play({ page, provider, workspaceDir, ran });
  } finally {
    for (const close of closing) await close();
  }
}

async function servePage() {
  const vite = await createServer({
    ...electronViteConfig.renderer,
    build: {},
    root: 'src/renderer',
    configFile: false,
    logLevel: 'error',
    // Hot updates would have a function run in every component that is merely loaded.
    server: { host: '127.0.0.1', port: 0, hmr: false },
  });
  await vite.listen();
  const address = vite.resolvedUrls?.local[0];
  if (address === undefined) throw new Error('Vite has no address');
  return { address, close: () => vite.close() };
}

type Host = { address: string; coverage: Coverage; close(): Promise<void> };

async function startHost(dataDir: string, workspaceDir: string, env: NodeJS.ProcessEnv): Promise<Host> {
  const child = spawn(
    process.execPath,
    [
      '--inspect=127.0.0.1:0',
      'scripts/dev-browser-host.ts',
      '--port',
      '0',
      '--data-dir',
      dataDir,
      '--workspace',
      workspaceDir,
    ],
    { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const inspector = await lineWith(child, 'stderr', /Debugger listening on (ws:\S+)/);
  const address = await lineWith(child, 'stdout', /^Parley is ready at (\S+)/);
  const coverage = await processCoverage(inspector);
  const close = async () => {
    await coverage.close();
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  };
  return { address, coverage, close };
}

async function lineWith(child: ChildProcess, stream: 'stdout' | 'stderr', pattern: RegExp): Promise<string> {
  const input = child[stream];
  if (input === null) throw new Error(`The host has no ${stream}.`);
  for await (const line of createInterface({ input })) {
    const found = pattern.exec(line)?.[1];
    if (found !== undefined) return found;
  }
  throw new Error(`The host ended without a line like ${pattern.source}.`);
}

/** The file of `src` behind the address of a script: a path of this machine in main, one of Vite's in the page. */
function sourceOf(address: string): string[] {
  const { protocol, pathname } = new URL(address, 'file:///');
  const path = decodeURI(pathname);
  if (!/\.tsx?$/.test(path) || path.includes('/node_modules/') || path.includes('/testing/')) return [];
  const own = /\/(src\/(?:main|shared|cli)\/.*)$/.exec(path)?.[1];
  if (own !== undefined) return [own];
  return protocol === 'http:' && !path.startsWith('/@') ? [`src/renderer${path}`] : [];
}
