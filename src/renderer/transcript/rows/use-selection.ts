import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { isAllSelected, type SelectedRows, selectAll, selectedRows } from './selected-rows.ts';

/**
 * The rows that the person has begun and ended to select, to be kept in the page. Ctrl/Cmd+A selects
 * the whole conversation, which is then copied by `copyAll`, since most of it is not in the page.
 */
export function useSelection(
  scroller: RefObject<HTMLElement | null>,
  copyAll: () => Promise<void>,
): SelectedRows | null {
  const [rows, setRows] = useState<SelectedRows | null>(null);

  const look = useEffectEvent(() => {
    const now = scroller.current === null ? null : selectedRows(scroller.current);
    if (now?.anchor !== rows?.anchor || now?.focus !== rows?.focus) setRows(now);
  });

  const copy = useEffectEvent((event: ClipboardEvent) => {
    // What was selected a moment ago must be in the page before it is copied.
    flushSync(look);
    if (scroller.current === null || !isAllSelected(scroller.current)) return;
    event.preventDefault();
    void copyAll();
  });

  const press = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event;
    const isAll = event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey) && !event.altKey;
    if (!isAll || event.shiftKey || scroller.current === null || !(target instanceof HTMLElement)) return;
    if (!scroller.current.contains(target) || target.closest('input, textarea, [contenteditable]')) return;
    event.preventDefault();
    selectAll(scroller.current);
  });

  useEffect(() => {
    const over = new AbortController();
    const { signal } = over;
    document.addEventListener('selectionchange', () => look(), { signal });
    document.addEventListener('copy', (event) => copy(event), { signal });
    document.addEventListener('keydown', (event) => press(event), { signal });
    return () => over.abort();
  }, []);

  return rows;
}
