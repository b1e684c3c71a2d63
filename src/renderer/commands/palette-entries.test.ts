import { expect, test } from 'vitest';
import { messageId } from '../../../test/renderer/transcript-samples.ts';
import { workspace } from '../../../test/renderer/workspace-samples.ts';
import { paletteGroups, type PaletteSources } from './palette-entries.ts';

const sources: PaletteSources = {
  workspaces: [workspace('parser', { waiting: 1 }), workspace('settler'), workspace('website')],
  isAvailable: () => true,
  theme: 'dark',
  agents: [
    { agent: 'anthropic/claude-opus-4-1', label: 'claude-opus-4-1' },
    { agent: 'guide', label: 'Built-in guide' },
  ],
  current: 'guide',
  settings: [
    { part: 'appearance', group: 'Text', name: 'Text size', words: 'font zoom large' },
    { part: 'notifications', group: 'When', name: 'Notifications' },
  ],
  decisions: [],
  lines: [],
};

const entries = (sought: string, more: Partial<PaletteSources> = {}) =>
  paletteGroups({ ...sources, ...more }, sought).flatMap((group) => group.entries);
const words = (sought: string, more: Partial<PaletteSources> = {}) =>
  entries(sought, more).map((entry) => entry.words);
const titles = (sought: string, more: Partial<PaletteSources> = {}) =>
  paletteGroups({ ...sources, ...more }, sought).map(({ title }) => title);

test('with nothing typed, what waits comes first, then actions, then the other chats', () => {
  expect(titles('')).toEqual(['Needs you', 'Actions', 'Chats']);
  expect(words('')[0]).toBe('parser');
  expect(words('').slice(-2)).toEqual(['settler', 'website']);
  expect(words('')).toContain('Settings');
});

test('a few letters find actions and chats, the group of the best match first', () => {
  expect(words('sett')).toEqual(expect.arrayContaining(['Settings', 'settler']));
  expect(words('opfol')[0]).toBe('Open a folder');
  expect(titles('website')[0]).toBe('Chats');
});

test('what waits stands before what fits as well', () => {
  expect(words('p')[0]).toBe('parser');
});

test('an action that cannot be had is left out, and the palette does not offer itself', () => {
  expect(words('', { isAvailable: (id) => id !== 'stop' })).not.toContain('Stop the agent');
  expect(words('')).not.toContain('Search');
});

test('models, settings by their other words, and the theme in place are found', () => {
  expect(entries('opus')[0]).toMatchObject({ kind: 'agent', agent: 'anthropic/claude-opus-4-1' });
  expect(entries('zoom large')[0]).toMatchObject({ kind: 'setting', part: 'appearance', name: 'Text size' });
  const themes = entries('theme').filter(({ kind }) => kind === 'theme');
  expect(themes.map((entry) => [entry.words, entry.kind === 'theme' && entry.isCurrent])).toEqual(
    expect.arrayContaining([
      ['Theme: Dark', true],
      ['Theme: Light', false],
    ]),
  );
});

test('what was found of the words is marked, and nothing of the words that are not shown', () => {
  const [size] = entries('text').filter(({ kind }) => kind === 'setting');
  expect(size?.marks).toEqual([[0, 4]]);
  const [zoomed] = entries('zoom').filter(({ kind }) => kind === 'setting');
  expect(zoomed?.marks).toEqual([]);
});

test('archived chats are found by their words alone, and lines of messages stand last', () => {
  const archived = workspace('attic', { archived: true });
  const line = {
    workspaceId: archived.id,
    place: { messageId: messageId(7), part: 0 },
    line: 'an old attic',
  };
  const more = { workspaces: [...sources.workspaces, archived], isAvailable: () => false, lines: [line] };
  expect(words('', more)).not.toContain('attic');
  const found = entries('att', more);
  expect([found[0]?.kind, found.at(-1)?.kind]).toEqual(['workspace', 'line']);
  expect(found.at(-1)?.marks).toEqual([[7, 10]]);
});

test('the first nine chats show their keys', () => {
  const many = Array.from({ length: 11 }, (_, index) => workspace(`w${index}`));
  const found = entries('', { workspaces: many, isAvailable: () => false });
  expect(found.map((entry) => entry.kind === 'workspace' && entry.command)).toEqual([
    ...Array.from({ length: 9 }, (_, index) => `workspace-${index + 1}`),
    undefined,
    undefined,
  ]);
});
