import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ActionId, CallKey, MessageId, ToolCallId, WorkspaceId } from '../../shared/ids.ts';
import type { ProviderId } from '../../shared/providers/provider.ts';
import type { AttachmentId, TextAttachment } from '../../shared/transcript/attachment.ts';
import type { MessagePosition } from '../../shared/transcript/message-page.ts';
import type { WorktreeLoss } from '../../shared/worktrees/worktree-offer.ts';
import { type Columns, readColumns, writeColumns } from './columns.ts';
import type { QueueEntry } from './queue.ts';

export type ViewStore = StoreApi<ViewState>;

export function createViewStore(): ViewStore {
  return createStore<ViewState>(() => ({
    dialog: null,
    deletingWorktree: null,
    commitDrafts: new Map(),
    page: null,
    drawer: false,
    update: null,
    columns: readColumns(globalThis.localStorage),
    pane: null,
    hadChance: new Set(),
    sentAt: Number.NEGATIVE_INFINITY,
    renaming: null,
    listProblem: null,
    listDone: null,
    archivedNow: null,
    removedServer: null,
    opened: new Set(),
    choosingAgent: false,
    shownFile: null,
    shownPlan: null,
    dismissedStartMessage: null,
    caretRequested: false,
    requestedCard: null,
    requestedPlace: null,
    requestedRow: null,
    requestedArrow: null,
    landed: null,
    finding: null,
    found: null,
  }));
}

/** Focuses the composer, unless that opens an on-screen keyboard; false then. */
export function requestCaret(store: ViewStore): boolean {
  const caretRequested = !matchMedia('(pointer: coarse)').matches;
  store.setState({ caretRequested });
  return caretRequested;
}

/** Opens the search in a chat, or focuses it with what it holds. */
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

/** Closes this dialog only: the close event may come late, when another is open already. */
export function closeDialog(store: ViewStore, closed: Dialog): void {
  store.setState(({ dialog }) => (dialog === closed ? { dialog: null } : {}));
}

export function openPane(store: ViewStore, pane: PaneContent): void {
  store.setState({ pane });
}

/** Opens the pane for a preview that has arrived, where `isFree`; each preview has that chance once. */
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

/** Sets the widths of columns and keeps them for the next start. */
export function drawColumns(store: ViewStore, change: Partial<Columns>): void {
  const columns = { ...store.getState().columns, ...change };
  store.setState({ columns });
  writeColumns(localStorage, columns);
}

export function openPage(store: ViewStore, page: Page): void {
  store.setState({ page, dialog: null, drawer: false });
}

export function closePage(store: ViewStore): void {
  store.setState({ page: null });
}

export type PaneContent =
  | { type: 'file'; workspaceId: WorkspaceId; file: TextAttachment }
  /** The whole output of a command, by its call. */
  | { type: 'output'; workspaceId: WorkspaceId; toolCallId: ToolCallId }
  /** A preview, by the call that made it; `byItself` where nobody asked for it. */
  | { type: 'preview'; workspaceId: WorkspaceId; toolCallId: ToolCallId; byItself?: true }
  /** The joined changes of a turn, by the agent's message. */
  | { type: 'turn'; workspaceId: WorkspaceId; messageId: MessageId }
  /** What going back to before one of the person's messages changes. */
  | { type: 'rewind'; workspaceId: WorkspaceId; messageId: MessageId }
  /** All that a chat has changed in its worktree. */
  | { type: 'chat'; workspaceId: WorkspaceId };

export type Dialog =
  | 'export'
  | 'new-workspace'
  | 'stop'
  | 'palette'
  | 'allowed-here'
  | 'folders'
  | 'delete-worktree'
  | 'merge'
  | 'commit'
  | 'push'
  | 'remove-worktree';

/** In the order of their list. */
export const settingsParts = [
  'general',
  'appearance',
  'models',
  'agents',
  'tools',
  'permissions',
  'notifications',
  'data',
  'keyboard',
  'developer',
  'about',
] as const;
export type SettingsPart = (typeof settingsParts)[number];

/**
 * A page that covers the chat; a `part` of null is the list of parts in a narrow window, else the first part. The
 * form of a `provider` is open from the start.
 */
export type Page =
  /** `setting` is the name of the one that somebody is led to. */
  | { name: 'settings'; part: SettingsPart | null; provider?: ProviderId; setting?: string }
  | { name: 'decisions' }
  | QueuePage;

/**
 * Needs you: the list, which covers the chat where nothing is selected, else stands beside it. `decided` once the
 * person has decided in the selected chat; `wantsFocus` until the focus is at what was selected.
 */
export type QueuePage = { name: 'queue'; at: QueueEntry | null; decided: boolean; wantsFocus: boolean };

/** View state that outlives unmounted rows; keyed by what it is about. */
export type ViewState = {
  dialog: Dialog | null;
  page: Page | null;
  drawer: boolean;
  /** The version that a restart would start; null while none is offered. */
  update: string | null;
  columns: Columns;
  pane: PaneContent | null;
  /** Previews that had their chance to open in the pane by themselves. */
  hadChance: ReadonlySet<ToolCallId>;
  /** When the person last sent a message here, by `performance.now()`. */
  sentAt: number;
  /** The chat that is being renamed, and where. */
  renaming: { id: WorkspaceId; place: 'row' | 'head' } | null;
  /** A problem of the list, for the person. */
  listProblem: string | null;
  /** A completed action that shows nowhere else, for the person. */
  listDone: string | null;
  /** The chat that is to be deleted, with what only its worktree has. */
  deletingWorktree: { id: WorkspaceId; name: string; loss: WorktreeLoss } | null;
  /** Messages of commits that the person has written and not committed with, by chat. */
  commitDrafts: ReadonlyMap<WorkspaceId, string>;
  /** The chat that was just archived, which can be undone. */
  archivedNow: { id: WorkspaceId; name: string } | null;
  /** The MCP server that was just removed in Settings, which can be undone. */
  removedServer: { id: string; name: string } | null;
  /** Rows that are open: tool calls, reasoning, long messages. */
  opened: ReadonlySet<string>;
  /** True when the agent picker is to open; its button then resets it. */
  choosingAgent: boolean;
  /** The image that is shown large. */
  shownFile: AttachmentId | null;
  /** The plan that is shown; an `actionId` of null is the chat's newest. */
  shownPlan: { workspaceId: WorkspaceId; actionId: ActionId | null } | null;
  /** The message about this start of Parley that the person dismissed. */
  dismissedStartMessage: string | null;
  /** True when the composer is to take the caret; the composer then clears it. */
  caretRequested: boolean;
  /** A card to be shown once its chat is there, and to be focused unless `keepsFocus`. */
  requestedCard: (CallKey & { keepsFocus?: true }) | null;
  /** A place of a chat to be shown once the chat is there. */
  requestedPlace: (MessagePosition & { workspaceId: WorkspaceId }) | null;
  /** A message to scroll to; the chat resets this when it does. */
  requestedRow: RequestedRow | null;
  /** The arrow between the versions of a message that is to take the focus, once the message is there. */
  requestedArrow: { messageId: MessageId; to: 'earlier' | 'later' } | null;
  /** The place of the open chat that the person was just led to; marked for a moment. */
  landed: MessagePosition | null;
  /**
   * The chat that is searched, the initial text, and how often the search was opened; `found` is where the last
   * match was.
   */
  finding: { workspaceId: WorkspaceId; text: string; times: number } | null;
  found: MessagePosition | null;
};

/** A place of a chat, and where on the screen it goes. */
type RequestedRow = MessagePosition & { workspaceId: WorkspaceId; align: 'start' | 'center' };
