import type { WorkspaceId } from '../../shared/ids.ts';
import { besideInQueue, chatOf, isInQueue, type QueueEntry, queueOf, twoColumns } from './queue.ts';
import type { ParleyStore } from './parley-store.ts';
import type { ViewStore } from './view-store.ts';

/** What a person does in Needs you. */
export type QueueIntents = {
  /** Opens the page on what has waited longest; in a window for one column, on its list. */
  openQueue(): void;
  /** Shows an entry: its chat, at its card. The focus stays where it is. */
  selectInQueue(entry: QueueEntry): void;
  /** Goes on to the next entry, or back; stays at either end. */
  moveInQueue(by: 1 | -1, wantsFocus?: boolean): void;
  /** Returns to the list of a window for one column. */
  listQueue(): void;
  /** Leaves the page for the chat of the selected entry, with the focus at its card. */
  openFromQueue(): void;
  /**
   * Takes the focus where a card had it and is decided: to the list here, elsewhere to the composer. False where it
   * stays.
   */
  afterDecision(): boolean;
  /** Called once this window has settled something in a chat: its entry is left for the next one. */
  decidedIn(id: WorkspaceId): void;
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
    if (app?.workspaces !== before.app?.workspaces) leaveSettled();
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
      openWorkspace(at.chat.id);
      if (at.call === null) return void takeCaret();
      view.setState({
        caretRequested: false,
        requestedCard: { workspaceId: at.chat.id, toolCallId: at.call.toolCallId },
      });
    },
    afterDecision() {
      const { page } = view.getState();
      if (page?.name !== 'queue') return takeCaret();
      view.setState({ page: { ...page, wantsFocus: true } });
      return hasTwoColumns();
    },
    decidedIn(id) {
      const { page } = view.getState();
      if (page?.name !== 'queue' || page.at?.chat.id !== id) return;
      view.setState({ page: { ...page, decided: true } });
      leaveSettled();
    },
  };
}

/** What the page shows, and how it changes. */
function queuePage({ store, view, openWorkspace, preloadChat }: QueueIntentsDeps) {
  const chats = () => store.getState().app?.workspaces ?? [];
  const entries = () => queueOf(chats());
  const selected = () => {
    const { page } = view.getState();
    return page?.name === 'queue' ? page.at : null;
  };

  function show(at: QueueEntry | null, wantsFocus: boolean): void {
    if (at !== null) openWorkspace(at.chat.id);
    view.setState({
      page: { name: 'queue', at, decided: false, wantsFocus },
      dialog: null,
      drawer: false,
      caretRequested: false,
      ...(at?.call && {
        requestedCard: { workspaceId: at.chat.id, toolCallId: at.call.toolCallId, keepsFocus: true },
      }),
    });
    const next = besideInQueue(entries(), at, 1);
    if (at !== null && next !== undefined) preloadChat(next.chat.id, false);
  }

  /** Goes on from an entry that was decided here or whose chat was removed, once it is no longer in the queue. */
  function leaveSettled(): void {
    const { page } = view.getState();
    if (page?.name !== 'queue' || page.at === null) return;
    const { at, decided } = page;
    const isRemoved = chatOf(chats(), at) === undefined;
    if (isInQueue(entries(), at) || !(decided || isRemoved)) return;
    show(besideInQueue(entries(), at, 1) ?? besideInQueue(entries(), at, -1) ?? null, true);
  }

  return { entries, selected, show, leaveSettled };
}
