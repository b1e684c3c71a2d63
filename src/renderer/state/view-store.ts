import { createStore, type StoreApi } from 'zustand/vanilla';
import type { WorkspaceId } from '../../shared/ids.ts';

export type Dialog = 'new-workspace' | 'settings' | 'agent' | 'stop';

/** What a person has opened on the page; keyed, since rows of a long list come and go. */
export type ViewState = {
  dialog: Dialog | null;
  drawer: boolean;
  /** The workspace whose name is being written. */
  renaming: WorkspaceId | null;
  /** What did not work in the list, in words. */
  listProblem: string | null;
  /** Rows that were opened: tool calls, reasoning, long messages. */
  opened: ReadonlySet<string>;
  /** What about this start of Parley was read and put away. */
  dismissedNotice: string | null;
  /** Whether the composer is to take the caret; it lowers this as it does. */
  caretWanted: boolean;
};

export type ViewStore = StoreApi<ViewState>;

export function createViewStore(): ViewStore {
  return createStore<ViewState>(() => ({
    dialog: null,
    drawer: false,
    renaming: null,
    listProblem: null,
    opened: new Set(),
    dismissedNotice: null,
    caretWanted: false,
  }));
}

export function toggleOpened(store: ViewStore, key: string): void {
  store.setState(({ opened }) => {
    const next = new Set(opened);
    if (!next.delete(key)) next.add(key);
    return { opened: next };
  });
}
