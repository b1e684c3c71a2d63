import {
  type CommandGroup,
  type CommandId,
  commands,
  keysOf,
  workspaceCommand,
  workspacePositions,
} from '../../shared/commands/command.ts';

/** Built-in actions, by Electron's names. */
type MenuRole =
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

/** An entry of a desktop menu; `Action` is what our own items mean. */
export type MenuEntry<Action> =
  | { kind: 'separator' }
  | { kind: 'role'; role: MenuRole }
  | { kind: 'item'; label: string; action: Action; keys?: string | undefined }
  | { kind: 'submenu'; label: string; entries: MenuEntry<Action>[] };

export const separator = { kind: 'separator' } as const;
const role = (name: MenuRole) => ({ kind: 'role', role: name }) as const;

type AppEntry = MenuEntry<CommandId>;

const item = (id: CommandId, label: string): AppEntry => ({
  kind: 'item',
  label,
  action: id,
  keys: keysOf(id, 'desktop'),
});

/** On a Mac these stand in the app's own menu. */
const inMacAppMenu: ReadonlySet<string> = new Set(['about', 'settings']);

function ofGroup(group: CommandGroup, isMac: boolean): AppEntry[] {
  return commands
    .filter((command) => command.group === group && !(isMac && inMacAppMenu.has(command.id)))
    .map(({ id, words }) => item(id, words));
}

const submenu = (label: string, entries: AppEntry[]): AppEntry => ({ kind: 'submenu', label, entries });

const macAppMenu = submenu('Parley', [
  item('about', 'About Parley'),
  separator,
  item('settings', 'Settings…'),
  separator,
  role('services'),
  separator,
  role('hide'),
  role('hideOthers'),
  role('unhide'),
  separator,
  role('quit'),
]);

const edit = submenu('Edit', [
  role('undo'),
  role('redo'),
  separator,
  role('cut'),
  role('copy'),
  role('paste'),
  role('pasteAndMatchStyle'),
  role('selectAll'),
]);

const places = workspacePositions.map((place) => item(workspaceCommand(place), `Chat ${place}`));

/** Returns the application menu, from the same commands as palette and shortcuts. */
export function appMenu(isMac: boolean): AppEntry[] {
  const last = role(isMac ? 'close' : 'quit');
  return [
    ...(isMac ? [macAppMenu] : []),
    submenu('File', [...ofGroup('file', isMac), separator, last]),
    edit,
    submenu('Chat', ofGroup('chat', isMac)),
    submenu('View', [...ofGroup('view', isMac), separator, role('togglefullscreen'), role('toggleDevTools')]),
    submenu('Go', [...ofGroup('go', isMac), separator, ...places]),
    submenu('Window', [
      role('minimize'),
      ...(isMac ? [role('zoom'), separator, role('front')] : [role('close')]),
    ]),
    submenu('Help', ofGroup('help', isMac)),
  ];
}

type ContextAction = { type: 'replace'; word: string } | { type: 'learn'; word: string };

/** What was right-clicked, by Electron's names. */
type ContextClick = {
  isEditable: boolean;
  selectionText: string;
  misspelledWord: string;
  dictionarySuggestions: readonly string[];
};

type ContextEntry = MenuEntry<ContextAction>;

const mostSuggestions = 5;

/** Returns the menu for a right click; empty where there is nothing to do. */
export function contextMenu(click: ContextClick): ContextEntry[] {
  if (click.isEditable) return [...spelling(click), ...editing];
  return click.selectionText.trim() === '' ? [] : [role('copy')];
}

const editing: ContextEntry[] = [
  role('undo'),
  role('redo'),
  separator,
  role('cut'),
  role('copy'),
  role('paste'),
  role('pasteAndMatchStyle'),
  separator,
  role('selectAll'),
];

function spelling({ misspelledWord: word, dictionarySuggestions }: ContextClick): ContextEntry[] {
  if (word === '') return [];
  const suggestions = dictionarySuggestions
    .slice(0, mostSuggestions)
    .map((label): ContextEntry => ({ kind: 'item', label, action: { type: 'replace', word: label } }));
  const learn: ContextEntry = { kind: 'item', label: 'Add to dictionary', action: { type: 'learn', word } };
  return [...suggestions, ...(suggestions.length > 0 ? [separator] : []), learn, separator];
}
