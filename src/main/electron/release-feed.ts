import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';
import type { ReleaseFeed } from '../desktop/updates.ts';

/** The releases that a package was made for, and what starts the one that was downloaded. */
type PackagedFeed = ReleaseFeed & { startDownloaded(): void };

/** Returns the feed of the packaged app; undefined for a checkout, and for a package that was made for none. */
export async function openReleaseFeed(): Promise<PackagedFeed | undefined> {
  if (!app.isPackaged || !existsSync(join(process.resourcesPath, 'app-update.yml'))) return undefined;
  const { default: updater } = await import('electron-updater');
  const { autoUpdater, CancellationToken } = updater;
  autoUpdater.autoDownload = false;
  autoUpdater.autoInstallOnAppQuit = false;
  autoUpdater.logger = null;
  // Each call rejects with what went wrong; an event that nobody hears would end the app.
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
      // The version that starts must find no other.
      app.releaseSingleInstanceLock();
      autoUpdater.quitAndInstall(true, true);
    },
  };
}
