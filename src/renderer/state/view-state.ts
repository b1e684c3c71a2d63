import type { ActionId, MessageId, ToolCallId, WorkspaceId } from '../../shared/ids.ts';
import type { AttachmentId, TextAttachment } from '../../shared/transcript/attachment.ts';
import type { MessagePlace } from '../../shared/transcript/found-places.ts';
import type { CardPlace } from '../../shared/workspace/workspace-link.ts';
import type { Columns } from './columns.ts';

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
  /** Notice about this start of Parley that the person dismissed. */
  dismissedNotice: string | null;
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
export type RequestedRow = MessagePlace & { workspaceId: WorkspaceId; align: 'start' | 'center' };
