import type { Page } from '@playwright/test';

/**
 * Loads a browser's page anew as the desktop would show it, with a new version ready to be started. What the page
 * asks of main still goes over its WebSocket. A window of the desktop stays as it is.
 */
export async function showAsDesktop(page: Page, version: string): Promise<void> {
  if (await page.evaluate(() => 'parleyHost' in window)) return;
  await page.addInitScript(asDesktop, version);
  await page.reload();
}

/** Runs in the page. */
function asDesktop(version: string): void {
  const nothing = () => {};
  const host = {
    kind: 'electron',
    platform: 'linux',
    chooseFolder: () => Promise.resolve(null),
    zoom: nothing,
    offerCommands: nothing,
    restart: nothing,
    onMessage: (listener: (message: unknown) => void) => listener({ type: 'update', version }),
  };
  Object.defineProperty(window, 'parleyHost', { value: host });
  window.addEventListener('message', ({ data, ports: [port] }) => {
    if (data !== 'parley:port' || port === undefined) return;
    const socket = new WebSocket(`${window.location.origin.replace(/^http/, 'ws')}/rpc`);
    socket.binaryType = 'arraybuffer';
    socket.addEventListener('message', (message) => port.postMessage(message.data));
    socket.addEventListener('open', () => {
      port.addEventListener('message', (message: MessageEvent<string>) => socket.send(message.data));
      port.start();
    });
  });
}
