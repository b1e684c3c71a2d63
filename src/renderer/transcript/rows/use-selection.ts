import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';

/** The rows in which a selection starts and ends; null for an end outside the conversation. */
export type SelectedRows = { anchor: string | null; focus: string | null };

/** Returns the rows of the page's selection, also of a collapsed one; null while none is in the conversation. */
function selectedRows(scroller: HTMLElement): SelectedRows | null {
  const selection = getSelection();
  if (selection === null) return null;
  const anchor = rowAt(scroller, selection.anchorNode, selection.anchorOffset);
  const focus = rowAt(scroller, selection.focusNode, selection.focusOffset);
  return anchor === null && focus === null ? null : { anchor, focus };
}

function rowAt(scroller: HTMLElement, node: Node | null, offset: number): string | null {
  if (node === null || node === scroller || !scroller.contains(node)) return null;
  const element = node instanceof Element ? (node.children[offset] ?? node) : node.parentElement;
  const row = element?.closest('[data-row]') ?? element?.querySelector('[data-row]');
  return row?.getAttribute('data-row') ?? null;
}

/** Selects everything in the conversation, also what is mounted later. */
function selectAll(scroller: HTMLElement): void {
  getSelection()?.setBaseAndExtent(scroller, 0, scroller, scroller.childNodes.length);
}

/** True if the selection is the one of `selectAll`. */
function isAllSelected(scroller: HTMLElement): boolean {
  const selection = getSelection();
  return (
    selection !== null &&
    !selection.isCollapsed &&
    selection.anchorNode === scroller &&
    selection.focusNode === scroller
  );
}

/**
 * Returns the rows to keep mounted for the selection. Ctrl/Cmd+A selects the whole conversation, which `copyAll`
 * then copies, since most of it is not mounted.
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
    // What was just selected must be mounted before it is copied.
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
