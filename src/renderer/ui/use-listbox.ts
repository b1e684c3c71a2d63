import { type KeyboardEvent, type MouseEvent, useId, useState } from 'react';
import { isComposing } from './composing.ts';

type Start = 'first' | 'field';

type ListboxInput = {
  /** One per option, in order; the list is open while there is any. */
  options: readonly string[];
  /** The text that the options match; the active option is reset when it changes. */
  query: string;
  /**
   * What is active until an arrow moves: the first option, or the field itself, which the arrows then include.
   */
  start: Start;
  choose(index: number): void;
  /** Returns true if Tab was used; otherwise Tab leaves the field. */
  onTab?(active: number): boolean;
  /** Closes the list on Escape; without it Escape is left to the surroundings. */
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
  /** Attributes for a field of several lines, which can't be a combobox. */
  field: ListboxField;
  combobox: ListboxField & { role: 'combobox'; 'aria-expanded': boolean };
  list: { id: string; role: 'listbox' };
  option(index: number): ListboxOption;
  /** Returns true if the list used the key. */
  onKeyDown(event: KeyboardEvent): boolean;
};

/**
 * A listbox under a field that keeps the caret: the field's keys move through the options and choose one. Home,
 * End and keys with a modifier stay the field's own.
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

/**
 * Returns the index of the active option; -1 for the field. An option that was moved to stays active when the
 * list changes.
 */
export function activeIndex(
  options: readonly string[],
  query: string,
  start: Start,
  { query: movedIn, option }: Moved,
): number {
  const index = movedIn === query && option !== undefined ? options.indexOf(option) : -1;
  return index < 0 && start === 'first' && options.length > 0 ? 0 : index;
}

/** Returns the index that an arrow moves to, wrapping around; -1 for the field, undefined for any other key. */
export function nextIndex(key: string, active: number, count: number, start: Start): number | undefined {
  const step = { ArrowDown: 1, ArrowUp: -1 }[key];
  if (step === undefined) return undefined;
  const first = start === 'field' ? -1 : 0;
  const places = count - first;
  return first + ((active - first + step + places) % places);
}
