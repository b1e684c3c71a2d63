import { type MenuEntry, role, separator } from './menu-entry.ts';

export type ContextAction = { type: 'replace'; word: string } | { type: 'learn'; word: string };

/** The target of a click with the right button, by the names Electron gives it. */
export type ContextClick = {
  isEditable: boolean;
  selectionText: string;
  misspelledWord: string;
  dictionarySuggestions: readonly string[];
};

type Entry = MenuEntry<ContextAction>;

const mostSuggestions = 5;

/** The menu of a right click; empty where there is nothing to do. */
export function contextMenu(click: ContextClick): Entry[] {
  if (click.isEditable) return [...spelling(click), ...editing];
  return click.selectionText.trim() === '' ? [] : [role('copy')];
}

const editing: Entry[] = [
  role('undo'),
  role('redo'),
  separator,
  role('cut'),
  role('copy'),
  role('paste'),
  role('pasteAndMatchStyle'),
  separator,
  role('selectAll'),
];

function spelling({ misspelledWord: word, dictionarySuggestions }: ContextClick): Entry[] {
  if (word === '') return [];
  const suggestions = dictionarySuggestions
    .slice(0, mostSuggestions)
    .map((label): Entry => ({ kind: 'item', label, action: { type: 'replace', word: label } }));
  const learn: Entry = { kind: 'item', label: 'Add to dictionary', action: { type: 'learn', word } };
  return [...suggestions, ...(suggestions.length > 0 ? [separator] : []), learn, separator];
}
