import { describe, expect, test } from 'vitest';
import { commands, keysOf } from '../../shared/commands/command.ts';
import { appMenu, contextMenu, type MenuEntry } from './menus.ts';

function itemsOf<Action>(
  entries: readonly MenuEntry<Action>[],
): { action: Action; keys?: string | undefined }[] {
  return entries.flatMap((entry) => {
    switch (entry.kind) {
      case 'item':
        return [entry];
      case 'submenu':
        return itemsOf(entry.entries);
      case 'role':
      case 'separator':
        return [];
    }
  });
}

function rolesOf<Action>(entries: readonly MenuEntry<Action>[]): string[] {
  return entries.flatMap((entry) => {
    switch (entry.kind) {
      case 'role':
        return [entry.role];
      case 'submenu':
        return rolesOf(entry.entries);
      case 'item':
      case 'separator':
        return [];
    }
  });
}

describe.each([
  ['a Mac', true],
  ['other systems', false],
])('the menu of the application on %s', (_, isMac) => {
  const menu = appMenu(isMac);

  test('has every command once, with its keys', () => {
    const items = itemsOf(menu);
    const actions = items.map(({ action }) => action);
    expect(new Set(actions).size).toBe(actions.length);
    for (const { id } of commands) {
      expect(items).toContainEqual(expect.objectContaining({ action: id, keys: keysOf(id, 'desktop') }));
    }
    expect(actions).toContain('workspace-9');
  });

  test('lets text be edited and the app be quit, each once', () => {
    const roles = rolesOf(menu);
    expect(roles).toEqual(
      expect.arrayContaining(['undo', 'cut', 'copy', 'paste', 'selectAll', 'minimize', 'quit']),
    );
    expect(new Set(roles).size).toBe(roles.length);
  });
});

describe('the menu of a right click', () => {
  const click = { isEditable: false, selectionText: '', misspelledWord: '', dictionarySuggestions: [] };

  test('copies a selection, and is empty where there is nothing', () => {
    expect(contextMenu({ ...click, selectionText: 'words' })).toEqual([{ kind: 'role', role: 'copy' }]);
    expect(contextMenu({ ...click, selectionText: ' ' })).toEqual([]);
  });

  test('in a field offers what a misspelt word may be, and to learn it', () => {
    const dictionarySuggestions = ['one', 'two', 'three', 'four', 'five', 'six'];
    const menu = contextMenu({ ...click, isEditable: true, misspelledWord: 'onne', dictionarySuggestions });
    expect(itemsOf(menu).map(({ action }) => action)).toEqual([
      ...['one', 'two', 'three', 'four', 'five'].map((word) => ({ type: 'replace', word })),
      { type: 'learn', word: 'onne' },
    ]);
    expect(rolesOf(menu)).toContain('paste');
  });

  test('sets apart what a word may be from learning it, where it may be something', () => {
    const kinds = (dictionarySuggestions: string[]) =>
      contextMenu({ ...click, isEditable: true, misspelledWord: 'onne', dictionarySuggestions })
        .slice(0, 3)
        .map(({ kind }) => kind);
    expect(kinds(['one'])).toEqual(['item', 'separator', 'item']);
    expect(kinds([])).toEqual(['item', 'separator', 'role']);
  });

  test('in a field without a misspelt word only edits', () => {
    expect(itemsOf(contextMenu({ ...click, isEditable: true }))).toEqual([]);
  });
});
