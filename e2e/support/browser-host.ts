import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Browser, chromium, type Page } from '@playwright/test';
import { chromiumFlags, findChromium } from './chromium.ts';
import type { Host, HostStart } from './host.ts';
import { projectRoot } from './hosts.ts';

export async function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: await findChromium(), args: chromiumFlags });
}

const readyLine = /^Parley is ready at (http:\/\/127\.0\.0\.1:(\d+)\/\?token=\S+)$/;

/** The built browser host, with a real browser on the address it prints. */
export async function browserHost(options: HostStart, browser: Browser): Promise<Host> {
  const server = new HostProcess(options);
  let page: Page | undefined;
  return {
    page: () => present(page),
    address: () => server.address,
    standin: () => null,
    async start() {
      await server.start();
      page ??= await openPage(browser, options, server.address);
    },
    end: (signal) => server.end(signal),
    async close() {
      await page?.context().close();
      await server.end('SIGTERM');
    },
  };
}

async function openPage(browser: Browser, { onPage }: HostStart, address: string): Promise<Page> {
  const context = await browser.newContext({
    reducedMotion: 'reduce',
    viewport: { width: 1200, height: 800 },
  });
  const page = await context.newPage();
  onPage(page);
  await page.goto(address);
  return page;
}

/** The host's process; started again it takes the port it had. */
class HostProcess {
  address = '';
  readonly #options: HostStart;
  #port = '0';
  #child: ChildProcess | undefined;

  constructor(options: HostStart) {
    this.#options = options;
  }

  async start(): Promise<void> {
    const { dataDir, workspaceDir, firstRun = false, env } = this.#options;
    const cli = join(projectRoot, 'out/cli/parley.js');
    const open = firstRun ? [] : ['--workspace', workspaceDir];
    const where = ['--port', this.#port, '--data-dir', dataDir, ...open];
    const child = spawn(process.execPath, [cli, '--browser', '--no-open', ...where], {
      env: { ...process.env, ...env },
      ...(firstRun && { cwd: workspaceDir }),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    const complaints: string[] = [];
    child.stderr.on('data', (chunk: Buffer) => complaints.push(chunk.toString()));
    const ended = once(child, 'exit').then(() => {
      throw new Error(`the browser host ended before it was ready:\n${complaints.join('')}`);
    });
    const [, address, port] = await Promise.race([readAddress(child), ended]);
    ended.catch(() => {});
    this.address = present(address);
    this.#port = present(port);
  }

  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }
}

async function readAddress(child: ChildProcess): Promise<RegExpExecArray> {
  const lines = createInterface({ input: present(child.stdout) });
  for await (const line of lines) {
    const match = readyLine.exec(line);
    if (match === null) throw new Error(`an unexpected line on standard output: ${line}`);
    return match;
  }
  throw new Error('the browser host closed its standard output without an address');
}

function present<Value>(value: Value | null | undefined): Value {
  if (value === null || value === undefined) throw new Error('the host has not started');
  return value;
}
