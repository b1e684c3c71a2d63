import type { CallKey, WorkspaceId } from '../../shared/ids.ts';
import {
  type AskingChat,
  besideInQueue,
  chatsOf,
  isInQueue,
  type QueueEntry,
  queueOf,
  twoColumns,
  waitsAlone,
} from './queue.ts';
import type { ParleyStore } from './parley-store.ts';
import type { ViewStore } from './view-store.ts';

/** What a person does in Needs you. */
export type QueueIntents = {
  /** Opens the page on what has waited longest; in a window for one column, on its list. */
  openQueue(): void;
  /** Shows an entry: its chat, at its card, or the card of several chats. The focus stays where it is. */
  selectInQueue(entry: QueueEntry): void;
  /** Goes on to the next entry, or back; stays at either end. */
  moveInQueue(by: 1 | -1, wantsFocus?: boolean): void;
  /** Returns to the list of a window for one column. */
  listQueue(): void;
  /** Leaves the page for the chat of the selected entry, the first of several, with the focus at its card. */
  openFromQueue(): void;
  /**
   * Takes the focus where a card had it and is decided: to the list here, elsewhere to the composer. False where it
   * stays.
   */
  afterDecision(): boolean;
  /** Called once this window has settled something in a chat: its entry is left for the next one. */
  decidedIn(id: WorkspaceId): void;
  /** Called once this window has answered these of the selected several for the same, which are left once none waits. */
  decidedTogether(answered: readonly AskingChat[]): void;
};

type QueueIntentsDeps = {
  store: ParleyStore;
  view: ViewStore;
  openWorkspace(id: WorkspaceId): void;
  preloadChat(id: WorkspaceId, soon: boolean): void;
  takeCaret(): boolean;
  /** True where the list has room beside a chat; else one of the two is shown. */
  hasTwoColumns?(): boolean;
};

export function createQueueIntents(deps: QueueIntentsDeps): QueueIntents {
  const { store, view, openWorkspace, takeCaret } = deps;
  const { hasTwoColumns = () => matchMedia(twoColumns).matches } = deps;
  const { entries, selected, show, leaveSettled } = queuePage(deps);

  store.subscribe(({ app }, before) => {
    if (app?.workspaces !== before.app?.workspaces || app?.sameRequests !== before.app?.sameRequests)
      leaveSettled();
  });

  return {
    openQueue() {
      show(hasTwoColumns() ? (entries()[0] ?? null) : null, true);
    },
    selectInQueue: (entry) => show(entry, false),
    moveInQueue(by, wantsFocus = true) {
      const next = besideInQueue(entries(), selected(), by);
      if (next !== undefined) show(next, wantsFocus);
    },
    listQueue: () => show(null, true),
    openFromQueue() {
      const at = selected();
      if (at === null) return;
      if (at.type === 'failed') {
        openWorkspace(at.chat.id);
        takeCaret();
        return;
      }
      const card = cardOf(at);
      if (card === undefined) return;
      openWorkspace(card.workspaceId);
      view.setState({ caretRequested: false, requestedCard: card });
    },
    afterDecision() {
      const { page } = view.getState();
      if (page?.name !== 'queue') return takeCaret();
      view.setState({ page: { ...page, wantsFocus: true } });
      return hasTwoColumns();
    },
    decidedIn(id) {
      const { page } = view.getState();
      if (page?.name !== 'queue' || page.at === null || !chatsOf(page.at).some((chat) => chat.id === id))
        return;
      view.setState({ page: { ...page, decided: true } });
      leaveSettled();
    },
    decidedTogether(answered) {
      const { page } = view.getState();
      if (page?.name !== 'queue' || page.at?.type !== 'group') return;
      view.setState({ page: { ...page, decided: true, at: { ...page.at, asking: answered } } });
      leaveSettled();
    },
  };
}

/** What the page shows, and how it changes. */
function queuePage({ store, view, openWorkspace, preloadChat }: QueueIntentsDeps) {
  const entries = () => {
    const { app } = store.getState();
    return app === null ? [] : queueOf(app);
  };
  const selected = () => {
    const { page } = view.getState();
    return page?.name === 'queue' ? page.at : null;
  };

  function show(at: QueueEntry | null, wantsFocus: boolean): void {
    if (at !== null && at.type !== 'group') openWorkspace(at.chat.id);
    const card = at?.type === 'call' ? cardOf(at) : undefined;
    view.setState({
      page: { name: 'queue', at, decided: false, wantsFocus },
      dialog: null,
      drawer: false,
      caretRequested: false,
      ...(at?.type === 'group' && { pane: null }),
      ...(card && { requestedCard: { ...card, keepsFocus: true } }),
    });
    const next = at === null ? undefined : besideInQueue(entries(), at, 1);
    if (next !== undefined && next.type !== 'group') preloadChat(next.chat.id, false);
  }

  /** Goes on from an entry that was decided here or whose chat was removed, once it is no longer in the queue. */
  function leaveSettled(): void {
    const { page } = view.getState();
    if (page?.name !== 'queue' || page.at === null) return;
    const { at, decided } = page;
    const chats = store.getState().app?.workspaces ?? [];
    const isRemoved = chatsOf(at).every((chat) => chats.every(({ id }) => id !== chat.id));
    if (isInQueue(entries(), at) || !(decided || isRemoved)) return;
    // The list of chats may still have what was answered, for it is told by itself.
    if (at.type === 'group' && waitsAlone(entries(), at.asking)) return;
    show(besideInQueue(entries(), at, 1) ?? besideInQueue(entries(), at, -1) ?? null, true);
  }

  return { entries, selected, show, leaveSettled };
}

/** Returns the call whose card an entry shows, the first of several. */
function cardOf(entry: Exclude<QueueEntry, { type: 'failed' }>): CallKey | undefined {
  const [first] =
    entry.type === 'group'
      ? entry.asking
      : [{ workspaceId: entry.chat.id, toolCallId: entry.call.toolCallId }];
  return first && { workspaceId: first.workspaceId, toolCallId: first.toolCallId };
}
