import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ActionId, MessageId, ToolCallId, WorkspaceId } from '../../shared/ids.ts';
import type { AttachmentId, TextAttachment } from '../../shared/transcript/attachment.ts';
import type { MessagePlace } from '../../shared/transcript/message-page.ts';
import type { CardPlace } from '../../shared/workspace/workspace-link.ts';
import { type Columns, readColumns, writeColumns } from './columns.ts';

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
    dismissedStartMessage: null,
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

/** The content that the pane beside the conversation can show. */
export type PaneContent =
  | { type: 'file'; workspaceId: WorkspaceId; file: TextAttachment }
  /** The whole output of a command, by the call that runs it. */
  | { type: 'output'; workspaceId: WorkspaceId; toolCallId: ToolCallId }
  /** A staged change of files or a plan, by the call that staged it; `byItself` where nobody asked for it. */
  | { type: 'preview'; workspaceId: WorkspaceId; toolCallId: ToolCallId; byItself?: true }
  /** The joined changes of a turn, by the message of its agent. */
  | { type: 'turn'; workspaceId: WorkspaceId; messageId: MessageId };

export type Dialog = 'export' | 'new-workspace' | 'stop' | 'palette' | 'allowed-here';

/** The parts of Settings, in the order of their list. */
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
  'about',
] as const;
export type SettingsPart = (typeof settingsParts)[number];

/** A page that covers the chat; a `part` of null is the list of parts where it stands alone, else the first. */
export type Page = { name: 'settings'; part: SettingsPart | null } | { name: 'decisions' };

/** View state of the page; keyed, since rows of a long list come and go. */
export type ViewState = {
  dialog: Dialog | null;
  page: Page | null;
  drawer: boolean;
  /** The version that a restart would start; null while none is offered. */
  update: string | null;
  columns: Columns;
  pane: PaneContent | null;
  /** The previews that had their chance to open in the pane by themselves. */
  hadChance: ReadonlySet<ToolCallId>;
  /** The chat whose name is being written, and where. */
  renaming: { id: WorkspaceId; place: 'row' | 'head' } | null;
  /** Problem of the list, in words. */
  listProblem: string | null;
  /** Completed action on a workspace that shows nowhere else, in words. */
  listDone: string | null;
  /** A chat that was archived just now, which can be undone. */
  archivedNow: { id: WorkspaceId; name: string } | null;
  /** Rows that were opened: tool calls, reasoning, long messages. */
  opened: ReadonlySet<string>;
  /** True when the choice of who works in the open chat is to open; its button then lowers it. */
  choosingAgent: boolean;
  /** The image of a message that is looked at. */
  shownFile: AttachmentId | null;
  /** The plan that is looked at; null for `actionId` is the chat's newest. */
  shownPlan: { workspaceId: WorkspaceId; actionId: ActionId | null } | null;
  /** The message about this start of Parley that the person dismissed. */
  dismissedStartMessage: string | null;
  /** True when the composer is to take the caret; the composer then clears it. */
  caretRequested: boolean;
  /** The card that is to be shown and given the focus, once its chat is there. */
  requestedCard: CardPlace | null;
  /** A place of a chat that is to be shown, once the chat is there. */
  requestedPlace: (MessagePlace & { workspaceId: WorkspaceId }) | null;
  /** The message that is to be brought into view; its chat lowers this as it does. */
  requestedRow: RequestedRow | null;
  /** In which chat the person looks for something, for what at first, and how often they have asked to; and where it was found last. */
  finding: { workspaceId: WorkspaceId; text: string; times: number } | null;
  found: MessagePlace | null;
};

/** A place of a chat, and where on the screen it is to stand. */
type RequestedRow = MessagePlace & { workspaceId: WorkspaceId; align: 'start' | 'center' };
