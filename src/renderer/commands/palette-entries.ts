import { go } from 'fuzzysort';
import type { Settings } from '../../shared/contract/settings.ts';
import {
  commands,
  type CommandId,
  type NamedCommandId,
  workspaceCommand,
  workspacePositions,
} from '../../shared/commands/command.ts';
import { foldText, foundIn } from '../../shared/find/fold-text.ts';
import type { LedgerEntry } from '../../shared/ledger/ledger-entry.ts';
import { entryOutcome, entryTitle } from '../../shared/ledger/ledger-text.ts';
import type { FoundLines } from '../../shared/transcript/message-page.ts';
import type { Workspace } from '../../shared/workspace/workspace.ts';
import { partTitles, type Setting } from '../settings/setting.ts';
import { isInArchiveList } from '../state/app-projection.ts';
import type { SettingsPart } from '../state/view-store.ts';

type Theme = Settings['theme'];

type FoundLine = FoundLines['lines'][number];

/** Positions in a text, from and to. */
type Range = readonly [number, number];

/** What the palette leads to, with the words it shows and those of them that were found. */
export type PaletteEntry = { key: string; words: string; marks: readonly Range[] } & (
  | { kind: 'workspace'; workspace: Workspace; command: CommandId | undefined }
  | { kind: 'command'; command: NamedCommandId }
  | { kind: 'agent'; agent: string; isCurrent: boolean }
  | { kind: 'theme'; theme: Theme; isCurrent: boolean }
  | { kind: 'setting'; part: SettingsPart; name: string; about: string }
  | { kind: 'decision'; entry: LedgerEntry }
  | { kind: 'line'; workspace: Workspace; line: FoundLine }
);

export type PaletteGroup = { title: string; entries: readonly PaletteEntry[] };

/** What the palette looks through. `workspaces` come in the order of the list. */
export type PaletteSources = {
  workspaces: readonly Workspace[];
  isAvailable(id: CommandId): boolean;
  theme: Theme;
  /** Who may work in the open chat; `current` does. */
  agents: readonly { agent: string; label: string }[];
  current: string | null;
  settings: readonly Pick<Setting, 'part' | 'group' | 'name' | 'words'>[];
  /** Found by the host for the text that is sought. */
  decisions: readonly LedgerEntry[];
  lines: readonly FoundLine[];
};

/** How many of a kind are shown that nobody would go through. */
const most = 6;

/**
 * Returns what fits, in groups. For an empty text: what needs the person, commands, the other chats. Else what needs
 * them first, then the groups by their best match, archived chats among the others, and last the decisions and the
 * lines of messages with these words.
 */
export function paletteGroups(sources: PaletteSources, sought: string): PaletteGroup[] {
  const text = sought.trim();
  const places = sources.workspaces.map(placeOf);
  const waiting = places.filter(({ entry: { workspace } }) => workspace.waiting > 0);
  const others = places.filter(({ entry: { workspace } }) => workspace.waiting === 0);
  const actions = commandsOf(sources);
  if (text === '') {
    const listed = others.filter(({ entry: { workspace } }) => !isInArchiveList(workspace));
    return filled([
      { title: 'Needs you', entries: waiting.map(({ entry }) => entry) },
      { title: 'Actions', entries: actions.map(({ entry }) => entry) },
      { title: 'Chats', entries: listed.map(({ entry }) => entry) },
    ]);
  }
  const ranked = [
    bestOf('Chats', others, text),
    bestOf('Actions', actions, text),
    bestOf('Models and agents', agentsOf(sources), text, most),
    bestOf('Settings', [...themesOf(sources), ...settingsOf(sources)], text, most),
  ].toSorted((one, other) => other.score - one.score);
  return filled([
    bestOf('Needs you', waiting, text),
    ...ranked,
    { title: 'Decisions', entries: decisionsOf(sources, text) },
    { title: 'Messages', entries: linesOf(sources, text) },
  ]);
}

function filled(groups: readonly PaletteGroup[]): PaletteGroup[] {
  return groups.flatMap(({ title, entries }) => (entries.length === 0 ? [] : [{ title, entries }]));
}

/** An entry with further words that it is found by. */
type Candidate<Entry extends PaletteEntry = PaletteEntry> = { entry: Entry; more: string };

type Ranked = PaletteGroup & { score: number };

/** Returns the entries that fit, the best first, with what was found of their words marked. */
function bestOf(title: string, candidates: readonly Candidate[], text: string, limit = 10): Ranked {
  const found = go(text, candidates, {
    key: ({ entry, more }) => `${entry.words} ${more}`.trim(),
    threshold: 0.3,
    limit,
  });
  const entries = found.map(({ obj: { entry }, indexes }) => ({
    ...entry,
    marks: rangesOf(indexes.filter((at) => at < entry.words.length)),
  }));
  return { title, entries, score: found[0]?.score ?? 0 };
}

/** Joins neighbouring positions. */
function rangesOf(positions: readonly number[]): Range[] {
  const ranges: [number, number][] = [];
  for (const at of positions.toSorted((one, other) => one - other)) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === at) last[1] = at + 1;
    else ranges.push([at, at + 1]);
  }
  return ranges;
}

type WorkspaceEntry = Extract<PaletteEntry, { kind: 'workspace' }>;

function placeOf(workspace: Workspace, index: number): Candidate<WorkspaceEntry> {
  const place = workspacePositions[index];
  const command = place === undefined ? undefined : workspaceCommand(place);
  const { id, name: words, firstMessage, folder } = workspace;
  const entry = { kind: 'workspace', key: `workspace:${id}`, words, marks: [], workspace, command } as const;
  return { entry, more: `${firstMessage} ${folder}` };
}

function commandsOf({ isAvailable }: PaletteSources): Candidate[] {
  return commands
    .filter(({ id }) => id !== 'palette' && isAvailable(id))
    .map(({ id, words }) => ({
      entry: { kind: 'command', key: `command:${id}`, words, marks: [], command: id },
      more: '',
    }));
}

function agentsOf({ agents, current }: PaletteSources): Candidate[] {
  return agents.map(({ agent, label }) => ({
    entry: {
      kind: 'agent',
      key: `agent:${agent}`,
      words: label,
      marks: [],
      agent,
      isCurrent: agent === current,
    },
    more: agent,
  }));
}

const themes: readonly { theme: Theme; words: string }[] = [
  { theme: 'system', words: 'Theme: System' },
  { theme: 'light', words: 'Theme: Light' },
  { theme: 'dark', words: 'Theme: Dark' },
];

function themesOf({ theme: current }: PaletteSources): Candidate[] {
  return themes.map(({ theme, words }) => ({
    entry: { kind: 'theme', key: `theme:${theme}`, words, marks: [], theme, isCurrent: theme === current },
    more: 'colours appearance mode',
  }));
}

function settingsOf({ settings }: PaletteSources): Candidate[] {
  return settings.map(({ part, group, name, words = '' }) => ({
    entry: {
      kind: 'setting',
      key: `setting:${part}:${group}:${name}`,
      words: name,
      marks: [],
      part,
      name,
      about: partTitles[part],
    },
    more: [words, group, partTitles[part]].join(' '),
  }));
}

/** Those with the text in what is shown of them: the host finds them by their chat and folder too. */
function decisionsOf({ decisions }: PaletteSources, text: string): PaletteEntry[] {
  const shown = decisions.flatMap((entry): PaletteEntry[] => {
    const words = inOneLine(entryTitle(entry));
    const marks = marksIn(words, text);
    const isShown = marks.length > 0 || marksIn(entryOutcome(entry).word, text).length > 0;
    return isShown ? [{ kind: 'decision', key: `decision:${entry.id}`, words, marks, entry }] : [];
  });
  return shown.slice(0, most);
}

function linesOf({ lines, workspaces }: PaletteSources, text: string): PaletteEntry[] {
  return lines.flatMap((line): PaletteEntry[] => {
    const workspace = workspaces.find(({ id }) => id === line.workspaceId);
    if (workspace === undefined) return [];
    const key = `line:${line.place.messageId}:${line.place.part}`;
    const words = inOneLine(line.line);
    return [{ kind: 'line', key, words, marks: marksIn(words, text), workspace, line }];
  });
}

function marksIn(words: string, text: string): Range[] {
  return foundIn(words, foldText(text));
}

function inOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
