/** The built-in actions of the system, by the names Electron gives them. */
export type MenuRole =
  | 'undo'
  | 'redo'
  | 'cut'
  | 'copy'
  | 'paste'
  | 'pasteAndMatchStyle'
  | 'selectAll'
  | 'minimize'
  | 'close'
  | 'zoom'
  | 'front'
  | 'togglefullscreen'
  | 'toggleDevTools'
  | 'services'
  | 'hide'
  | 'hideOthers'
  | 'unhide'
  | 'quit';

/** An entry of a menu of the desktop; `Action` is what an item of ours means. */
export type MenuEntry<Action> =
  | { kind: 'separator' }
  | { kind: 'role'; role: MenuRole }
  | { kind: 'item'; label: string; action: Action; keys?: string | undefined }
  | { kind: 'submenu'; label: string; entries: MenuEntry<Action>[] };

export const separator = { kind: 'separator' } as const;
export const role = (name: MenuRole) => ({ kind: 'role', role: name }) as const;
