import { ipcMain } from 'electron';
import type { App } from '../app.ts';
import { followUpdates } from '../desktop/follow-app.ts';
import { createUpdates } from '../desktop/updates.ts';
import type { Network } from '../network/network.ts';
import type { DesktopWindow } from './desktop-window.ts';
import { isFromOwnPage } from './ipc-port.ts';
import type { IsOwnPage } from './own-page.ts';
import { openReleaseFeed } from './release-feed.ts';

type OfferUpdatesDeps = {
  parley: App;
  proxies: Network['settings'];
  window: Pick<DesktopWindow, 'announce'>;
  isOwnPage: IsOwnPage;
  signal: AbortSignal;
  /** Quits Parley in order, then calls back. */
  restartInto(startOther: () => void): void;
};

/** Offers a restart into a newer release in the window, if the app was packaged for a feed. */
export async function offerUpdates({
  parley,
  proxies,
  window,
  isOwnPage,
  signal,
  restartInto,
}: OfferUpdatesDeps): Promise<void> {
  const feed = await openReleaseFeed(proxies);
  if (feed === undefined || signal.aborted) return;
  const updates = createUpdates({
    feed,
    workspaces: () => parley.state().workspaces,
    offer: (version) => window.announce({ type: 'update', version }),
    restart: () => restartInto(feed.startDownloaded),
    log: parley.log,
  });
  ipcMain.on('parley:restart', (event) => {
    if (isFromOwnPage(event, isOwnPage)) updates.restart();
  });
  followUpdates(parley, updates, signal);
}
