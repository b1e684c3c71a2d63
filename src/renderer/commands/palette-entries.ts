import { go } from 'fuzzysort';
import {
  commands,
  type CommandId,
  workspaceCommand,
  workspacePlaces,
} from '../../shared/commands/command.ts';
import type { Workspace } from '../../shared/workspace/workspace.ts';

/** A line of the palette: a workspace to go to, or a command to run. */
export type PaletteEntry =
  | { kind: 'workspace'; key: string; words: string; workspace: Workspace; command: CommandId | undefined }
  | { kind: 'command'; key: string; words: string; command: CommandId };

/**
 * Returns the palette's entries for a query: for an empty one the waiting workspaces, then the commands,
 * then the other workspaces; else the best matches first, waiting ones before equals. `workspaces` come in
 * the order of the list.
 */
export function paletteEntries(
  workspaces: readonly Workspace[],
  isAvailable: (id: CommandId) => boolean,
  sought: string,
): PaletteEntry[] {
  const places = workspaces.map(workspaceEntry);
  const runs = commands
    .filter(({ id }) => id !== 'palette' && isAvailable(id))
    .map(({ id, words }): PaletteEntry => ({ kind: 'command', key: id, words, command: id }));
  const isWaiting = (entry: PaletteEntry) => entry.kind === 'workspace' && entry.workspace.waiting > 0;
  const waiting = places.filter(isWaiting);
  const all = [...waiting, ...runs, ...places.filter((entry) => !isWaiting(entry))];
  const text = sought.trim();
  if (text === '') return all;
  const found = go(text, all, { key: textOf, threshold: 0.3 }).map(({ obj }) => obj);
  return [...found.filter(isWaiting), ...found.filter((entry) => !isWaiting(entry))];
}

function workspaceEntry(workspace: Workspace, index: number): PaletteEntry {
  const place = workspacePlaces[index];
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
    case 'workspace':
      return `${entry.words} ${entry.workspace.firstMessage} ${entry.workspace.folder}`;
  }
}
