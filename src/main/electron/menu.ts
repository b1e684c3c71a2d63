import { Menu, type MenuItemConstructorOptions } from 'electron';
import type { MenuEntry } from '../desktop/menu-entry.ts';

type Run<Action> = (action: Action) => void;

/**
 * Returns Electron's form of a menu. The page handles the keys of its commands itself, in both hosts alike,
 * so the menu only shows them; where the system insists on taking them, the page's answer comes first.
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
