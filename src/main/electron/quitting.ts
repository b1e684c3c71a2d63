import { app, dialog } from 'electron';
import { createQuitting, type QuittingHost } from '../desktop/quitting.ts';

type Quitting = ReturnType<typeof createQuitting>;

/** Quits the app in order. Returns what to call when nothing waits any more, on a signal, and to restart. */
export function quitInOrder(
  deps: Pick<QuittingHost, 'waiting' | 'isWindowOpen' | 'close'>,
): Pick<Quitting, 'onNothingWaits' | 'onSignal' | 'restartInto'> {
  const quitting = createQuitting({
    ...deps,
    isMac: process.platform === 'darwin',
    quit: () => app.quit(),
    exit: (code) => app.exit(code),
    async ask({ keepButton, quitButton: _, ...words }) {
      const buttons = { defaultId: keepButton, cancelId: keepButton, noLink: true };
      const { response } = await dialog.showMessageBox({ type: 'question', ...words, ...buttons });
      return response;
    },
  });
  app.on('before-quit', quitting.onBeforeQuit);
  app.on('window-all-closed', quitting.onWindowsClosed);
  app.on('will-quit', quitting.onWillQuit);
  return quitting;
}
