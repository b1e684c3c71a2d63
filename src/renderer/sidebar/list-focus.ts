import type { KeyboardEvent } from 'react';

export function moveInList(event: KeyboardEvent<HTMLElement>): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  if (event.target instanceof HTMLInputElement && event.key !== 'ArrowDown') return;
  if (event.target instanceof HTMLElement && event.target.closest('[popover]') !== null) return;
  const rows = rowsOf(event.currentTarget);
  const at = rows.findIndex((row) => row.closest('li')?.contains(document.activeElement));
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  rows[Math.max(0, Math.min(to, rows.length - 1))]?.focus();
}

/** Gives the focus to the row next to one that is about to be removed. */
export function focusNeighbour(row: HTMLElement): void {
  const rows = rowsOf(row.closest('nav') ?? row);
  const at = rows.indexOf(row);
  (rows[at + 1] ?? rows[at - 1])?.focus();
}

function rowsOf(list: Element): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>('[data-list-row]')];
}
