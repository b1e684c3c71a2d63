import { type CommandGroup, commands, workspaceCommand } from '../../shared/commands/command.ts';
import { hostKind } from '../host.ts';
import { shortcut } from '../shortcut.ts';
import { KeyCaps } from '../ui/key-caps.tsx';
import type { Setting } from './setting.ts';
import { SettingRow } from './setting-row.tsx';

const groups: Record<CommandGroup, string> = {
  file: 'Chats and settings',
  chat: 'In a chat',
  go: 'Going elsewhere',
  view: 'Window',
  help: 'Help',
};

/** All shortcuts of this host, from the list that palette and menu are made from. */
export const keyboardSettings: readonly Setting[] = keyboardRows();

function keyboardRows(): Setting[] {
  const rows = commands.flatMap(({ id, words, group }): Setting[] => {
    const keys = shortcut(id);
    return keys === undefined ? [] : [keyRow(group, words, keys.text)];
  });
  const first = shortcut(workspaceCommand(1));
  if (first !== undefined) rows.push(keyRow('go', 'Go to the chats of the list', `${first.text}–9`));
  if (hostKind === 'browser')
    rows.push({
      part: 'keyboard',
      group: groups.view,
      name: 'Zoom, new windows and tabs',
      row: (texts) => (
        <SettingRow {...texts}>
          <span className="text-second text-secondary">As in your browser</span>
        </SettingRow>
      ),
    });
  return rows;
}

function keyRow(group: CommandGroup, name: string, keys: string): Setting {
  return {
    part: 'keyboard',
    group: groups[group],
    name,
    words: `shortcut keys ${keys}`,
    row: (texts) => (
      <SettingRow {...texts}>
        <KeyCaps keys={keys} />
      </SettingRow>
    ),
  };
}
