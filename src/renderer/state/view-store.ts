import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ActionId, WorkspaceId } from '../../shared/ids.ts';
import type { AttachmentId } from '../../shared/transcript/attachment.ts';
import type { MessagePlace } from '../../shared/transcript/found-places.ts';
import type { CardPlace } from '../../shared/workspace/workspace-link.ts';

export type Dialog = 'new-workspace' | 'agent' | 'stop' | 'palette';

/** The parts of Settings, in the order of their list. */
export const settingsParts = [
  'general',
  'appearance',
  'models',
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
  /** True while the list stands beside the chat, if there is room for both. */
  sidebar: boolean;
  /** The workspace whose name is being written. */
  renaming: WorkspaceId | null;
  /** Problem of the list, in words. */
  listProblem: string | null;
  /** Completed action on a workspace that shows nowhere else, in words. */
  listDone: string | null;
  /** Rows that were opened: tool calls, reasoning, long messages. */
  opened: ReadonlySet<string>;
  /** The file of a message that is looked at. */
  shownFile: AttachmentId | null;
  /** The plan that is looked at; null for `actionId` is the chat's newest. */
  shownPlan: { workspaceId: WorkspaceId; actionId: ActionId | null } | null;
  /** Notice about this start of Parley that the person dismissed. */
  dismissedNotice: string | null;
  /** True when the composer is to take the caret; the composer then clears it. */
  caretRequested: boolean;
  /** The card that is to be shown and given the focus, once its chat is there. */
  requestedCard: CardPlace | null;
  /** The message that is to be brought into view; its chat lowers this as it does. */
  requestedRow: RequestedRow | null;
  /** In which chat the person looks for something and how often they have asked to; and where it was found last. */
  finding: { workspaceId: WorkspaceId; times: number } | null;
  found: MessagePlace | null;
};

/** A place of a chat, and where on the screen it is to stand. */
export type RequestedRow = MessagePlace & { workspaceId: WorkspaceId; align: 'start' | 'center' };

export type ViewStore = StoreApi<ViewState>;

export function createViewStore(): ViewStore {
  return createStore<ViewState>(() => ({
    dialog: null,
    page: null,
    drawer: false,
    sidebar: true,
    renaming: null,
    listProblem: null,
    listDone: null,
    opened: new Set(),
    shownFile: null,
    shownPlan: null,
    dismissedNotice: null,
    caretRequested: false,
    requestedCard: null,
    requestedRow: null,
    finding: null,
    found: null,
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

/** Opens a page over the chat, or another one in its place. */
export function openPage(store: ViewStore, page: Page): void {
  store.setState({ page, dialog: null, drawer: false });
}

/** Leads back to the chat. */
export function closePage(store: ViewStore): void {
  store.setState({ page: null });
}
