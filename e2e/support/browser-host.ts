import { statfsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright';
import { chromiumFlags, findChromium } from './chromium.ts';
import type { Host, HostStart } from './host.ts';
import { HostProcess } from './host-process.ts';

export async function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: await findChromium(),
    args: chromiumFlags,
    // Playwright has Chromium share memory through files of the disk, for containers with little else.
    ...(hasRoomInMemory() && { ignoreDefaultArgs: ['--disable-dev-shm-usage'] }),
  });
}

function hasRoomInMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize >= 2 ** 30;
  } catch {
    return false;
  }
}

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

/** A window of its own on the address, with nothing kept of others. */
export async function openPage(
  browser: Browser,
  { onPage, touch = false }: Pick<HostStart, 'onPage' | 'touch'>,
  address: string,
): Promise<Page> {
  const context = await browser.newContext({
    reducedMotion: 'reduce',
    viewport: { width: 1200, height: 800 },
    hasTouch: touch,
  });
  const page = await context.newPage();
  onPage(page);
  await page.goto(address);
  return page;
}

function present<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('the host has not started');
  return value;
}
