import { expect, test } from 'vitest';
import { messageId } from '../../../test/renderer/transcript-samples.ts';
import { workspace } from '../../../test/renderer/workspace-samples.ts';
import { paletteEntries } from './palette-entries.ts';

const workspaces = [workspace('parser', { waiting: 1 }), workspace('settler'), workspace('website')];
const words = (sought: string, isAvailable: (id: string) => boolean = () => true) =>
  paletteEntries(workspaces, isAvailable, sought).map((entry) => entry.words);

test('with nothing typed, waiting workspaces come first, then commands, then the others', () => {
  const all = words('');
  expect(all[0]).toBe('parser');
  expect(all.slice(-2)).toEqual(['settler', 'website']);
  expect(all).toContain('Settings');
});

test('a few letters find both commands and workspaces', () => {
  expect(words('sett')).toEqual(expect.arrayContaining(['Settings', 'settler']));
  expect(words('opfol')[0]).toBe('Open a folder');
});

test('what waits stands before what fits as well', () => {
  expect(words('p')[0]).toBe('parser');
});

test('a command that cannot be had is left out, and the palette does not offer itself', () => {
  expect(words('', (id) => id !== 'stop')).not.toContain('Stop the agent');
  expect(words('')).not.toContain('Search');
});

test('archived chats are found by their words alone, and lines of messages stand last', () => {
  const archived = workspace('attic', { archived: true });
  const line = {
    workspaceId: archived.id,
    place: { messageId: messageId(7), part: 0 },
    line: 'an old attic',
  };
  const find = (sought: string) => paletteEntries([...workspaces, archived], () => false, sought, [line]);
  expect(find('').map(({ words: said }) => said)).not.toContain('attic');
  expect(find('att').map(({ kind }) => kind)).toEqual(['workspace', 'line']);
});

test('the first nine workspaces show their keys', () => {
  const many = Array.from({ length: 11 }, (_, index) => workspace(`w${index}`));
  const found = paletteEntries(many, () => false, '');
  expect(found.map(({ command }) => command)).toEqual([
    ...Array.from({ length: 9 }, (_, index) => `workspace-${index + 1}`),
    undefined,
    undefined,
  ]);
});
