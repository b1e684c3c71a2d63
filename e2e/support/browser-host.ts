import { type Browser, chromium, type Page } from 'playwright';
import { chromiumFlags, findChromium } from './chromium.ts';
import type { Host, HostStart } from './host.ts';
import { HostProcess } from './host-process.ts';
import { hasRoomInMemory } from './memory-folder.ts';
import type { WarmOrigin } from './warm-origin.ts';

export async function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: await findChromium(),
    args: chromiumFlags,
    // Playwright has Chromium share memory through files on the disk, since containers have little memory for it.
    ...(hasRoomInMemory() && { ignoreDefaultArgs: ['--disable-dev-shm-usage'] }),
  });
}

/** The built browser host, with a real browser on the address it prints. */
export function browserHost(options: HostStart, origin: WarmOrigin): Host {
  const server = new HostProcess(options, origin);
  let page: Page | undefined;
  return {
    page: () => present(page),
    address: () => server.address,
    standin: () => null,
    passTime: options.manualClock === true ? (ms) => server.passTime(ms) : null,
    async start() {
      await server.start();
      page ??= await origin.openPage({ ...options, address: server.address });
    },
    end: (signal) => server.end(signal),
    async close() {
      await origin.clear();
      await server.end('SIGTERM');
    },
  };
}

function present<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('the host has not started');
  return value;
}
