/** The application menu that a command is in; palette and shortcuts are grouped by it too. */
export type CommandGroup = 'file' | 'chat' | 'view' | 'go' | 'help';

/**
 * A command of the whole window. Keys are written like `Mod+Shift+O`, where Mod is Cmd on a Mac and Ctrl
 * elsewhere. In a browser they differ where it uses the desktop's keys itself; without keys there, the browser
 * has its own command.
 */
type Command = {
  id: string;
  words: string;
  group: CommandGroup;
  keys?: { desktop: string; browser?: string };
};

export const commands = [
  {
    id: 'new-chat',
    words: 'New chat',
    group: 'file',
    keys: { desktop: 'Mod+N', browser: 'Mod+Alt+N' },
  },
  {
    id: 'new-workspace',
    words: 'Open a folder',
    group: 'file',
    keys: { desktop: 'Mod+O', browser: 'Mod+Alt+O' },
  },
  { id: 'new-chat-from', words: 'New chat in a worktree, from this one', group: 'file' },
  { id: 'copy-link', words: 'Copy link to this chat', group: 'file' },
  { id: 'export', words: 'Export this chat', group: 'file' },
  { id: 'settings', words: 'Settings', group: 'file', keys: { desktop: 'Mod+,', browser: 'Mod+Alt+,' } },
  {
    id: 'focus-composer',
    words: 'Write a message',
    group: 'chat',
    keys: { desktop: 'Mod+;', browser: 'Mod+;' },
  },
  { id: 'find', words: 'Find in this chat', group: 'chat', keys: { desktop: 'Mod+F', browser: 'Mod+F' } },
  { id: 'compact', words: 'Compact: summarise the earlier messages', group: 'chat' },
  { id: 'allowed-here', words: 'Allowed here', group: 'chat' },
  { id: 'stop', words: 'Stop the agent', group: 'chat', keys: { desktop: 'Mod+.', browser: 'Mod+Alt+.' } },
  { id: 'palette', words: 'Search', group: 'view', keys: { desktop: 'Mod+K', browser: 'Mod+K' } },
  { id: 'queue', words: 'Needs you', group: 'view' },
  { id: 'ledger', words: 'Decisions', group: 'view' },
  {
    id: 'toggle-sidebar',
    words: 'Show or hide the sidebar',
    group: 'view',
    keys: { desktop: 'Mod+B', browser: 'Mod+Alt+S' },
  },
  { id: 'zoom-in', words: 'Zoom in', group: 'view', keys: { desktop: 'Mod+=' } },
  { id: 'zoom-out', words: 'Zoom out', group: 'view', keys: { desktop: 'Mod+-' } },
  { id: 'zoom-reset', words: 'Actual size', group: 'view', keys: { desktop: 'Mod+0' } },
  {
    id: 'next-waiting',
    words: 'Go to what needs you next',
    group: 'go',
    keys: { desktop: 'Mod+Shift+A', browser: 'Mod+Alt+A' },
  },
  {
    id: 'shortcuts',
    words: 'Keyboard shortcuts',
    group: 'help',
    keys: { desktop: 'Mod+/', browser: 'Mod+/' },
  },
  { id: 'about', words: 'About Parley', group: 'help' },
] as const satisfies readonly Command[];

export type NamedCommandId = (typeof commands)[number]['id'];

/** The positions in the list that have keys. */
export const workspacePositions = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;
type WorkspacePosition = (typeof workspacePositions)[number];

export type CommandId = NamedCommandId | `workspace-${WorkspacePosition}`;

export const workspaceCommand = (place: WorkspacePosition): CommandId => `workspace-${place}`;

const workspaceKeys = (place: WorkspacePosition) => ({
  desktop: `Mod+${place}`,
  browser: `Mod+Alt+${place}`,
});

export const commandIds: readonly CommandId[] = [
  ...commands.map(({ id }) => id),
  ...workspacePositions.map(workspaceCommand),
];

/** Commands that only the desktop can run for the page. */
export const zoomCommands = [
  'zoom-in',
  'zoom-out',
  'zoom-reset',
] as const satisfies readonly NamedCommandId[];
export type ZoomCommand = (typeof zoomCommands)[number];

/** Returns the keys of a command on a host; undefined for none. */
export function keysOf(id: CommandId, host: 'desktop' | 'browser'): string | undefined {
  const place = workspacePositions.find((known) => workspaceCommand(known) === id);
  if (place !== undefined) return workspaceKeys(place)[host];
  const command: Command | undefined = commands.find((known) => known.id === id);
  return command?.keys?.[host];
}
