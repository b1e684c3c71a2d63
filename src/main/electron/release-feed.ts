import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';
import type { ReleaseFeed } from '../desktop/updates.ts';
import type { Network } from '../network/network.ts';
import { sessionProxies } from '../network/proxy-settings.ts';

/** The releases that a package was made for; `startDownloaded` starts the downloaded one. */
type PackagedFeed = ReleaseFeed & { startDownloaded(): void };

/** Returns the feed of the packaged app; undefined for a checkout or a package without a feed. */
export async function openReleaseFeed(proxiesInUse: Network['settings']): Promise<PackagedFeed | undefined> {
  if (!app.isPackaged || !existsSync(join(process.resourcesPath, 'app-update.yml'))) return undefined;
  const { default: updater } = await import('electron-updater');
  const { autoUpdater, CancellationToken } = updater;
  autoUpdater.autoDownload = false;
  autoUpdater.autoInstallOnAppQuit = false;
  autoUpdater.logger = null;
  const settings = await proxiesInUse();
  const proxies = sessionProxies(settings);
  if (proxies !== undefined) await autoUpdater.netSession.setProxy(proxies);
  autoUpdater.on('login', ({ isProxy }, answer) => {
    const { username = '', password = '' } = (isProxy && (settings.https ?? settings.http)) || {};
    answer(decodeURIComponent(username), decodeURIComponent(password));
  });
  // Each call rejects with its error; an unhandled `error` event would end the app.
  autoUpdater.on('error', () => undefined);
  return {
    async newest() {
      const found = await autoUpdater.checkForUpdates();
      return found?.isUpdateAvailable ? found.updateInfo.version : undefined;
    },
    async download(signal) {
      const token = new CancellationToken();
      signal.addEventListener('abort', () => token.cancel(), { once: true });
      await autoUpdater.downloadUpdate(token);
    },
    startDownloaded() {
      // So that the new version finds no other instance.
      app.releaseSingleInstanceLock();
      autoUpdater.quitAndInstall(true, true);
    },
  };
}
