import {
  type CommandGroup,
  type CommandId,
  commands,
  keysOf,
  workspaceCommand,
  workspacePlaces,
} from '../../shared/commands/command.ts';
import { type MenuEntry, role, separator } from './menu-entry.ts';

type Entry = MenuEntry<CommandId>;

const item = (id: CommandId, label: string): Entry => ({
  kind: 'item',
  label,
  action: id,
  keys: keysOf(id, 'desktop'),
});

/** On a Mac some commands stand in the menu of the app, where people there look for them. */
const inMacAppMenu: ReadonlySet<string> = new Set(['about', 'settings']);

function ofGroup(group: CommandGroup, isMac: boolean): Entry[] {
  return commands
    .filter((command) => command.group === group && !(isMac && inMacAppMenu.has(command.id)))
    .map(({ id, words }) => item(id, words));
}

const submenu = (label: string, entries: Entry[]): Entry => ({ kind: 'submenu', label, entries });

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

const places = workspacePlaces.map((place) => item(workspaceCommand(place), `Workspace ${place}`));

/** The menu of the application, made from the same commands as the palette and the shortcuts. */
export function appMenu(isMac: boolean): Entry[] {
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
