import { EventEmitter } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { DesktopMessage } from '../../shared/host/host.ts';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { testApp } from '../../../test/main/test-app.ts';
import { ownPageAt } from './own-page.ts';

const { electron, updater } = await vi.hoisted(async () => {
  const { createFakeElectron } = await import('../../../test/main/electron/fake-electron.ts');
  const fake = createFakeElectron();
  const done: string[] = [];
  const app = Object.assign(fake.electron.app, {
    isPackaged: true,
    releaseSingleInstanceLock: () => void done.push('lock released'),
  });
  const autoUpdater = {
    autoDownload: true,
    autoInstallOnAppQuit: true,
    on: () => undefined,
    checkForUpdates: async () => ({ isUpdateAvailable: true, updateInfo: { version: '2.0.0' } }),
    downloadUpdate: async () => void done.push('downloaded'),
    quitAndInstall: () => void done.push('installed'),
  };
  class CancellationToken {
    cancel = () => void done.push('cancelled');
  }
  return { electron: { ...fake.electron, app }, updater: { autoUpdater, CancellationToken, done } };
});
vi.mock('electron', () => electron);
vi.mock('electron-updater', () => ({ default: updater }));

const { offerUpdates } = await import('./offer-updates.ts');
const { openReleaseFeed } = await import('./release-feed.ts');

const own = { url: 'app://parley/index.html' };
const fromOwnPage = { senderFrame: own, sender: { mainFrame: own } };
const elsewhere = { url: 'https://elsewhere.test/' };
const fromElsewhere = { senderFrame: elsewhere, sender: { mainFrame: elsewhere } };

const proxies = async () => ({ http: null, https: null, direct: [] });

/** A package for a feed of releases. */
function packaged(): void {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'app-update.yml'), 'provider: github\n');
  Object.assign(process, { resourcesPath: folder });
}

test('a checkout, and a package that was made for no feed, look for no releases', async () => {
  electron.app.isPackaged = false;
  expect(await openReleaseFeed(proxies)).toBeUndefined();
  electron.app.isPackaged = true;
  Object.assign(process, { resourcesPath: temporaryFolder() });
  expect(await openReleaseFeed(proxies)).toBeUndefined();
});

test('a package offers its window what was downloaded, and its own page alone restarts it, after all is closed', async () => {
  packaged();
  const parley = testApp(temporaryFolder(), {});
  const ending = new AbortController();
  onTestFinished(async () => {
    ending.abort();
    await parley.close();
  });
  const sent = new EventEmitter();
  const messages: DesktopMessage[] = [];
  const restarts: (() => void)[] = [];
  const offered = new Promise((resolve) => sent.once('message', resolve));
  await offerUpdates({
    parley: parley.app,
    proxies,
    window: { announce: (message) => void (messages.push(message), sent.emit('message')) },
    isOwnPage: ownPageAt(own.url),
    signal: ending.signal,
    restartInto: (startOther) => void restarts.push(startOther),
  });
  await offered;
  expect(messages).toEqual([{ type: 'update', version: '2.0.0' }]);
  expect(updater.autoUpdater).toMatchObject({ autoDownload: false, autoInstallOnAppQuit: false });
  electron.ipcMain.emit('parley:restart', fromElsewhere);
  expect(restarts).toHaveLength(0);
  electron.ipcMain.emit('parley:restart', fromOwnPage);
  expect(restarts).toHaveLength(1);
  expect(updater.done).toEqual(['downloaded']);
  restarts[0]?.();
  expect(updater.done).toEqual(['downloaded', 'lock released', 'installed']);
});
