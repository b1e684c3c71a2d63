import { expect, test } from 'vitest';
import { offered, stepped, tabbed } from './folder-completion.ts';

const three = { folders: ['/a/parley', '/a/parser', '/a/part'], chosen: -1 };

test('the arrows go round through the folders and the field', () => {
  const down = stepped(three, 1);
  expect(down.chosen).toBe(0);
  expect(stepped(three, -1).chosen).toBe(2);
  expect(stepped({ ...three, chosen: 2 }, 1).chosen).toBe(-1);
});

test('Tab takes the chosen folder, the only one, or what all share', () => {
  expect(tabbed({ ...three, chosen: 1 }, '/a/p')).toBe('/a/parser/');
  expect(tabbed({ folders: ['/a/parser'], chosen: -1 }, '/a/p')).toBe('/a/parser/');
  expect(tabbed(three, '/a/p')).toBe('/a/par');
});

test('Tab that can add nothing is left to move on', () => {
  expect(tabbed(three, '/a/par')).toBeUndefined();
  expect(tabbed({ folders: [], chosen: -1 }, '/a/x')).toBeUndefined();
});

test('a folder chosen while others were looked for stays chosen, if it is among them', () => {
  expect(offered({ folders: ['/a', '/b'], chosen: 1 }, ['/b', '/c'])).toEqual({
    folders: ['/b', '/c'],
    chosen: 0,
  });
  expect(offered({ folders: ['/a', '/b'], chosen: 0 }, ['/b'])).toEqual({ folders: ['/b'], chosen: -1 });
  expect(offered({ folders: ['/a'], chosen: -1 }, ['/a'])).toEqual({ folders: ['/a'], chosen: -1 });
});
