import { type KeyboardEvent, type MouseEvent, useId, useState } from 'react';
import { isComposing } from './composing.ts';

type Start = 'first' | 'field';

type ListboxInput = {
  /** A name for each option, in order; the list is open while there is one. */
  options: readonly string[];
  /** The text that the options fit; with another text the start is active again. */
  query: string;
  /** Active until an arrow moves: the first option, or the field alone, which the arrows then pass as well. */
  start: Start;
  choose(index: number): void;
  /** Returns true if Tab was of use; without it Tab leaves the field. */
  onTab?(active: number): boolean;
  /** Closes the list at Escape; without it Escape goes to what the field stands in. */
  close?(): void;
};

export type ListboxOption = {
  id: string;
  role: 'option';
  tabIndex: -1;
  'aria-selected': boolean;
  ref: ((option: HTMLElement | null) => void) | undefined;
  onMouseDown(event: MouseEvent): void;
  onClick(): void;
};

type ListboxField = {
  'aria-autocomplete': 'list';
  'aria-controls': string | undefined;
  'aria-activedescendant': string | undefined;
};

export type Listbox = {
  isOpen: boolean;
  /** For a field of several lines, which can't be a combobox. */
  field: ListboxField;
  combobox: ListboxField & { role: 'combobox'; 'aria-expanded': boolean };
  list: { id: string; role: 'listbox' };
  option(index: number): ListboxOption;
  /** Returns true if the list used the key. */
  onKeyDown(event: KeyboardEvent): boolean;
};

/**
 * The options under a field that keeps the caret: the field's keys move through them and choose one.
 * Home, End and keys with a modifier stay the field's own.
 */
export function useListbox({ options, query, start, choose, onTab, close }: ListboxInput): Listbox {
  const listId = useId();
  const [moved, setMoved] = useState<Moved>({ query, option: undefined });
  const isOpen = options.length > 0;
  const active = activeIndex(options, query, start, moved);
  const field: ListboxField = {
    'aria-autocomplete': 'list',
    'aria-controls': isOpen ? listId : undefined,
    'aria-activedescendant': active < 0 ? undefined : optionId(active),
  };

  function optionId(index: number): string {
    return `${listId}-${index}`;
  }

  function uses(key: string): boolean {
    const next = nextIndex(key, active, options.length, start);
    if (next !== undefined) setMoved({ query, option: options[next] });
    else if (key === 'Enter' && active >= 0) choose(active);
    else if (key === 'Escape' && close !== undefined) close();
    else return key === 'Tab' && onTab?.(active) === true;
    return true;
  }

  function onKeyDown(event: KeyboardEvent): boolean {
    const isModified = event.shiftKey || event.altKey || event.ctrlKey || event.metaKey;
    const isUsed = isOpen && !isModified && !isComposing(event) && uses(event.key);
    if (isUsed) event.preventDefault();
    return isUsed;
  }

  return {
    isOpen,
    field,
    combobox: { role: 'combobox', 'aria-expanded': isOpen, ...field },
    list: { id: listId, role: 'listbox' },
    option: (index) => ({
      id: optionId(index),
      role: 'option',
      tabIndex: -1,
      'aria-selected': index === active,
      ref: index === active ? scrollIntoView : undefined,
      onMouseDown: (event) => event.preventDefault(),
      onClick: () => choose(index),
    }),
    onKeyDown,
  };
}

function scrollIntoView(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: 'nearest' });
}

type Moved = { query: string; option: string | undefined };

/** The index of the active option; -1 for the field. An option moved to stays active wherever it is listed. */
export function activeIndex(
  options: readonly string[],
  query: string,
  start: Start,
  { query: movedIn, option }: Moved,
): number {
  const index = movedIn === query && option !== undefined ? options.indexOf(option) : -1;
  return index < 0 && start === 'first' && options.length > 0 ? 0 : index;
}

/** The index that an arrow moves to, round the ends; -1 for the field, undefined for another key. */
export function nextIndex(key: string, active: number, count: number, start: Start): number | undefined {
  const step = { ArrowDown: 1, ArrowUp: -1 }[key];
  if (step === undefined) return undefined;
  const first = start === 'field' ? -1 : 0;
  const places = count - first;
  return first + ((active - first + step + places) % places);
}
