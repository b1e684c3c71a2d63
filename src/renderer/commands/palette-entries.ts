import { go } from 'fuzzysort';
import {
  commands,
  type CommandId,
  workspaceCommand,
  workspacePositions,
} from '../../shared/commands/command.ts';
import type { FoundLines } from '../../shared/transcript/message-page.ts';
import type { Workspace } from '../../shared/workspace/workspace.ts';
import { isInArchiveList } from '../state/app-projection.ts';

export type PaletteEntry =
  | { kind: 'workspace'; key: string; words: string; workspace: Workspace; command: CommandId | undefined }
  | { kind: 'command'; key: string; words: string; command: CommandId }
  | {
      kind: 'line';
      key: string;
      words: string;
      workspace: Workspace;
      line: FoundLines['lines'][number];
      command?: undefined;
    };

/**
 * Returns the palette's entries. For an empty query: waiting workspaces, commands, the other workspaces. Else the
 * best matches first, waiting ones before others, archived ones too, and then the lines of messages. `workspaces`
 * come in the order of the list.
 */
export function paletteEntries(
  workspaces: readonly Workspace[],
  isAvailable: (id: CommandId) => boolean,
  sought: string,
  lines: FoundLines['lines'] = [],
): PaletteEntry[] {
  const text = sought.trim();
  const places = workspaces
    .map(workspaceEntry)
    .filter(({ workspace }) => text !== '' || !isInArchiveList(workspace));
  const runs = commands
    .filter(({ id }) => id !== 'palette' && isAvailable(id))
    .map(({ id, words }): PaletteEntry => ({ kind: 'command', key: id, words, command: id }));
  const isWaiting = (entry: PaletteEntry) => entry.kind === 'workspace' && entry.workspace.waiting > 0;
  const waiting = places.filter(isWaiting);
  const all = [...waiting, ...runs, ...places.filter((entry) => !isWaiting(entry))];
  if (text === '') return all;
  const found = go(text, all, { key: textOf, threshold: 0.3 }).map(({ obj }) => obj);
  const ofLines = lines.flatMap((line): PaletteEntry[] => {
    const workspace = workspaces.find(({ id }) => id === line.workspaceId);
    const key = `line:${line.place.messageId}:${line.place.part}`;
    return workspace === undefined ? [] : [{ kind: 'line', key, words: workspace.name, workspace, line }];
  });
  return [...found.filter(isWaiting), ...found.filter((entry) => !isWaiting(entry)), ...ofLines];
}

function workspaceEntry(workspace: Workspace, index: number): Extract<PaletteEntry, { kind: 'workspace' }> {
  const place = workspacePositions[index];
  return {
    kind: 'workspace',
    key: `workspace:${workspace.id}`,
    words: workspace.name,
    workspace,
    command: place === undefined ? undefined : workspaceCommand(place),
  };
}

function textOf(entry: PaletteEntry): string {
  switch (entry.kind) {
    case 'command':
      return entry.words;
    case 'line':
    case 'workspace':
      return `${entry.words} ${entry.workspace.firstMessage} ${entry.workspace.folder}`;
  }
}
