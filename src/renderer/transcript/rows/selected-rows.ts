/** Start and end of a selection, as keys of rows; either is null outside of them. */
export type SelectedRows = { anchor: string | null; focus: string | null };

/** The rows of the page's selection, also of one that only begins; null while none is in the conversation. */
export function selectedRows(scroller: HTMLElement): SelectedRows | null {
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

/** Selects everything in the conversation, and whatever of it will be shown later. */
export function selectAll(scroller: HTMLElement): void {
  getSelection()?.setBaseAndExtent(scroller, 0, scroller, scroller.childNodes.length);
}

/** True if the selection is the one of `selectAll`. */
export function isAllSelected(scroller: HTMLElement): boolean {
  const selection = getSelection();
  return (
    selection !== null &&
    !selection.isCollapsed &&
    selection.anchorNode === scroller &&
    selection.focusNode === scroller
  );
}
