import type { BrowserWindow } from 'electron';
import { contextMenu } from '../desktop/context-menu.ts';
import { toMenu } from './menu.ts';

/** Gives a window the menu of a right click: copy and paste, and the words a misspelt one may be meant as. */
export function offerContextMenu(window: BrowserWindow): void {
  const { webContents } = window;
  webContents.on('context-menu', (_event, click) => {
    const entries = contextMenu(click);
    if (entries.length === 0) return;
    const menu = toMenu(entries, (action) => {
      switch (action.type) {
        case 'replace':
          return webContents.replaceMisspelling(action.word);
        case 'learn':
          webContents.session.addWordToSpellCheckerDictionary(action.word);
      }
    });
    menu.popup({ window });
  });
}
