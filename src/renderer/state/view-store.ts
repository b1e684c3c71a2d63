import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ToolCallId, WorkspaceId } from '../../shared/ids.ts';
import { type Columns, readColumns, writeColumns } from './columns.ts';
import type { Dialog, Page, PaneContent, ViewState } from './view-state.ts';

export type ViewStore = StoreApi<ViewState>;

export function createViewStore(): ViewStore {
  return createStore<ViewState>(() => ({
    dialog: null,
    page: null,
    drawer: false,
    update: null,
    columns: readColumns(globalThis.localStorage),
    pane: null,
    hadChance: new Set(),
    renaming: null,
    listProblem: null,
    listDone: null,
    archivedNow: null,
    opened: new Set(),
    choosingAgent: false,
    shownFile: null,
    shownPlan: null,
    dismissedNotice: null,
    caretRequested: false,
    requestedCard: null,
    requestedPlace: null,
    requestedRow: null,
    finding: null,
    found: null,
  }));
}

/** Asks the composer to take the caret, unless that opens a keyboard over the page; false then. */
export function requestCaret(store: ViewStore): boolean {
  const caretRequested = !matchMedia('(pointer: coarse)').matches;
  store.setState({ caretRequested });
  return caretRequested;
}

/** Opens the search in a chat, or gives it the focus again with what is in it. */
export function openFind(store: ViewStore, workspaceId: WorkspaceId): void {
  store.setState(({ finding }) => ({
    finding: { workspaceId, text: finding?.text ?? '', times: (finding?.times ?? 0) + 1 },
    drawer: false,
  }));
}

export function toggleOpened(store: ViewStore, key: string): void {
  store.setState(({ opened }) => {
    const next = new Set(opened);
    if (!next.delete(key)) next.add(key);
    return { opened: next };
  });
}

/** Closes a dialog, and only that one: its end may be told late, when another is open in its place. */
export function closeDialog(store: ViewStore, closed: Dialog): void {
  store.setState(({ dialog }) => (dialog === closed ? { dialog: null } : {}));
}

/** Opens the pane, or shows something else in it. */
export function openPane(store: ViewStore, pane: PaneContent): void {
  store.setState({ pane });
}

/** Opens the pane for a preview that has arrived, where `isFree`; it has that chance once. */
export function openByItself(
  store: ViewStore,
  { isFree, ...place }: { isFree: boolean; workspaceId: WorkspaceId; toolCallId: ToolCallId },
): void {
  const { hadChance, pane, page, dialog } = store.getState();
  if (hadChance.has(place.toolCallId)) return;
  const opens = isFree && pane === null && page === null && dialog === null;
  store.setState({
    hadChance: new Set(hadChance).add(place.toolCallId),
    ...(opens && { pane: { type: 'preview', ...place, byItself: true } }),
  });
}

export function closePane(store: ViewStore): void {
  store.setState({ pane: null });
}

/** Draws columns anew; they are kept for the next start. */
export function drawColumns(store: ViewStore, change: Partial<Columns>): void {
  const columns = { ...store.getState().columns, ...change };
  store.setState({ columns });
  writeColumns(localStorage, columns);
}

/** Opens a page over the chat, or another one in its place. */
export function openPage(store: ViewStore, page: Page): void {
  store.setState({ page, dialog: null, drawer: false });
}

/** Leads back to the chat. */
export function closePage(store: ViewStore): void {
  store.setState({ page: null });
}
