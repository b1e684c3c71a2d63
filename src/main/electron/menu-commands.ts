import { Menu } from 'electron';
import { commandIds } from '../../shared/commands/command.ts';

/** Greys the commands in the application's menu that the page could not run now. */
export function enableCommands(available: readonly unknown[]): void {
  const menu = Menu.getApplicationMenu();
  for (const id of commandIds) {
    const item = menu?.getMenuItemById(id) ?? null;
    if (item !== null) item.enabled = available.includes(id);
  }
}
