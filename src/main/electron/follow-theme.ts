import { nativeTheme } from 'electron';
import type { App } from '../app.ts';

/** Applies the chosen theme to the system's own parts of the window: its frame, menus and dialogs. */
export function followTheme(parley: App, signal: AbortSignal): void {
  const apply = () => {
    const { theme } = parley.appearance();
    if (nativeTheme.themeSource !== theme) nativeTheme.themeSource = theme;
  };

  async function follow(): Promise<void> {
    for await (const item of parley.watch(signal)) {
      if (signal.aborted) return;
      if (item.type === 'event' && item.event.type === 'settings-changed') apply();
    }
  }

  apply();
  follow().catch((error: unknown) => parley.log.error(error));
}
