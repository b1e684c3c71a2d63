import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { ParleyClient } from '../../shared/contract/contract.ts';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';

const { electron, asked, answers, windows, trays } = await vi.hoisted(async () => {
  const { createFakeElectron } = await import('../../../test/main/electron/fake-electron.ts');
  return createFakeElectron();
});
vi.mock('electron', () => electron);

const { startDesktop } = await import('./desktop.ts');

/** The desktop on a data folder, with the page of a build; ended with the test. */
async function openDesktop(options: { workspace?: string; link?: string } = {}) {
  const outDir = temporaryFolder();
  mkdirSync(join(outDir, 'renderer'));
  writeFileSync(join(outDir, 'renderer/index.html'), '<p>');
  windows.length = 0;
  asked.errors.length = 0;
  const released: string[] = [];
  let open = (_link: string): void => undefined;
  await startDesktop({
    lock: { release: () => void released.push('lock') },
    dataDir: temporaryFolder(),
    askedDataDir: undefined,
    workspace: options.workspace,
    link: options.link,
    links: { listen: (listener) => void (open = listener) },
    port: 0,
    version: '0',
    suggestedFolder: temporaryFolder(),
    outDir,
    devServer: undefined,
  });
  const end = async () => {
    const exited = once(electron.app, 'exited');
    electron.app.emit('will-quit', { preventDefault: () => undefined });
    await exited;
    electron.app.removeAllListeners();
    electron.ipcMain.removeAllListeners();
    return { released, code: asked.exits.at(-1) };
  };
  let ending: ReturnType<typeof end> | undefined;
  const endOnce = () => (ending ??= end());
  onTestFinished(async () => void (await endOnce()));
  const window = () => {
    const last = windows.at(-1);
    if (last === undefined) throw new Error('No window was opened.');
    return last;
  };
  return { window, end: endOnce, openLink: (link: string) => open(link) };
}

test('the desktop opens its window on the page of the build, and ends with the lock released', async () => {
  const { window, end } = await openDesktop();
  expect([windows.length, window().url]).toEqual([1, 'app://parley/index.html']);
  expect(await end()).toEqual({ released: ['lock'], code: 0 });
});

test('a folder that it is started with and cannot open is told of in a dialog', async () => {
  const missing = join(temporaryFolder(), 'missing');
  await openDesktop({ workspace: missing });
  expect(asked.errors.join()).toContain(missing);
});

test('links reach the page from the start, from the system and from a second start', async () => {
  const { window, openLink } = await openDesktop({ link: 'parley://workspace/a' });
  const { webContents } = window();
  openLink('parley://workspace/b');
  electron.app.emit('second-instance', {}, [], '/', { link: 'parley://workspace/c' });
  webContents.emit('did-finish-load');
  await expect.poll(() => webContents.sent).toHaveLength(3);
  expect(webContents.sent).toEqual(
    ['a', 'b', 'c'].map((id) => ['parley:message', { type: 'link', link: `parley://workspace/${id}` }]),
  );
});

test('a second start brings the window to the front, and so does the dock', async () => {
  const { window } = await openDesktop();
  for (const name of ['second-instance', 'activate']) {
    window().state.focused = false;
    electron.app.emit(name, {}, [], '/', {});
    expect([name, window().state.focused, windows.length]).toEqual([name, true, 1]);
  }
});

test('the last window ends Parley where nothing waits, and so does a signal', async () => {
  const listened = vi.spyOn(process, 'on');
  const { window } = await openDesktop();
  const before = asked.quits;
  window().close();
  electron.app.emit('window-all-closed');
  expect(asked.quits).toBe(before + 1);
  const signals = listened.mock.calls.filter(([name]) => String(name).startsWith('SIG'));
  expect(signals.map(([name]) => name)).toEqual(['SIGINT', 'SIGTERM', 'SIGHUP']);
  for (const [, stop] of signals) stop();
  await expect.poll(() => asked.quits).toBe(before + 2);
});

/** The contract over a port, as the page of the window gets it. */
function connectPage(): ParleyClient {
  const { port1, port2 } = new MessageChannel();
  const own = { url: 'app://parley/index.html' };
  const event = { ports: [port1], senderFrame: own, sender: { mainFrame: own } };
  electron.ipcMain.emit('parley:port', event);
  port2.start();
  onTestFinished(() => port2.close());
  return createORPCClient(new RPCLink({ port: port2 }));
}

test('what waits keeps Parley open, which asks before it quits and ends once nothing waits', async () => {
  const { window } = await openDesktop();
  const { workspace } = connectPage();
  const { id: workspaceId } = await workspace.create({ folder: temporaryFolder() });
  const waiting = once(electron.app, 'badge');
  await workspace.sendMessage({ workspaceId, key: 'k', text: 'Plan a README for this project' });
  expect(await waiting).toEqual([1]);
  expect(trays.at(-1)?.destroyed).toBe(false);
  const before = asked.quits;
  window().close();
  electron.app.emit('window-all-closed');
  expect(asked.quits, 'it stays in the tray').toBe(before);
  const heldUp: string[] = [];
  const event = { preventDefault: () => void heldUp.push('quit') };
  answers.buttons.push(0);
  electron.app.emit('before-quit', event);
  await expect.poll(() => asked.questions).toEqual(['Quit while 1 thing needs you?']);
  expect([heldUp, asked.quits]).toEqual([['quit'], before]);
  const quitting = once(electron.app, 'quitting');
  await workspace.stop({ workspaceId });
  await quitting;
  expect([asked.badge, trays.at(-1)?.destroyed, asked.quits]).toEqual([0, true, before + 1]);
});
