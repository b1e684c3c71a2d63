import type { Parley } from './parley.ts';

/**
 * Reloads the page once main is back, since a page never requests a failed script again. Only if nothing
 * is typed that could be lost, and only after a connection that was down: a script that fails for another
 * reason would fail again and again.
 */
export function reloadOnceMainIsBack({ companion, store, view }: Parley): void {
  companion.connection.subscribe((state, before) => {
    if (before !== 'reconnecting' || state !== 'open') return;
    const typed = Object.values(store.getState().composers).some((composer) => composer?.text !== '');
    const { dialog, page } = view.getState();
    if (!typed && dialog === null && page === null) window.location.reload();
  });
}
