import { type BrowserWindow, Menu, type MenuItemConstructorOptions } from 'electron';
import { commandIds } from '../../shared/commands/command.ts';
import { contextMenu, type MenuEntry } from '../desktop/menus.ts';

type Run<Action> = (action: Action) => void;

/**
 * Returns Electron's form of a menu. The page handles the keys of its commands in both hosts, so the menu only
 * displays them; where the system takes them anyway, the page's answer comes first.
 */
function toTemplate<Action>(entry: MenuEntry<Action>, run: Run<Action>): MenuItemConstructorOptions {
  switch (entry.kind) {
    case 'separator':
      return { type: 'separator' };
    case 'role':
      return { role: entry.role };
    case 'submenu':
      return { label: entry.label, submenu: entry.entries.map((inner) => toTemplate(inner, run)) };
    case 'item': {
      const { label, action, keys } = entry;
      const shown =
        keys === undefined
          ? {}
          : { accelerator: keys.replace('Mod', 'CmdOrCtrl'), registerAccelerator: false };
      const id = typeof action === 'string' ? { id: action } : {};
      return { ...id, label: label.replaceAll('&', '&&'), click: () => run(action), ...shown };
    }
  }
}

export function toMenu<Action>(entries: readonly MenuEntry<Action>[], run: Run<Action>): Menu {
  return Menu.buildFromTemplate(entries.map((entry) => toTemplate(entry, run)));
}

/** Adds the context menu: copy, paste, and spelling suggestions. */
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

/** Disables the menu items whose commands the page could not run now. */
export function enableCommands(available: readonly unknown[]): void {
  const menu = Menu.getApplicationMenu();
  for (const id of commandIds) {
    const item = menu?.getMenuItemById(id) ?? null;
    if (item !== null) item.enabled = available.includes(id);
  }
}
