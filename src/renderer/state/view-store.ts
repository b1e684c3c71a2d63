import { createStore, type StoreApi } from 'zustand/vanilla';

export type Dialog = 'new-workspace' | 'settings' | 'agent' | 'stop';

/** What a person has opened on the page; keyed, since rows of a long list come and go. */
export type ViewState = {
  dialog: Dialog | null;
  drawer: boolean;
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
