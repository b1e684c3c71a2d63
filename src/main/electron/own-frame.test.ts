import { EventEmitter } from 'node:events';
import { os } from '@orpc/server';
import { expect, test, vi } from 'vitest';
import { ownPageAt } from './own-page.ts';

const ipcMain = vi.hoisted(() => ({
  listeners: new Map<string, (event: unknown) => void>(),
  on: (channel: string, listener: (event: unknown) => void) => void ipcMain.listeners.set(channel, listener),
}));

vi.mock('electron', () => ({ ipcMain }));

const { acceptPorts } = await import('./ipc-port.ts');

class Port extends EventEmitter {
  readonly became = Promise.withResolvers<'served' | 'closed'>();
  start = () => this.became.resolve('served');
  close = () => this.became.resolve('closed');
  postMessage = () => undefined;
}

/** Returns the fate of a port that a frame hands over; `top` is the top frame of its window. */
function offer(senderFrame: unknown, top: unknown): Promise<'served' | 'closed'> {
  const port = new Port();
  ipcMain.listeners.get('parley:port')?.({ senderFrame, sender: { mainFrame: top }, ports: [port] });
  return port.became.promise;
}

test('the contract is served to the top frame of our own page and to no other frame', async () => {
  acceptPorts(Promise.resolve({ greet: os.handler(() => 'hello') }), ownPageAt('app://parley/index.html'));
  const own = { url: 'app://parley/index.html' };
  expect(await offer(own, own)).toBe('served');
  expect(await offer({ url: own.url }, own)).toBe('closed');
  expect(await offer(null, own)).toBe('closed');
  for (const url of ['https://evil.test/', 'app://parley.evil.test/index.html', 'about:blank']) {
    const elsewhere = { url };
    expect(await offer(elsewhere, elsewhere)).toBe('closed');
  }
});
