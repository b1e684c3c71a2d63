import type { AppEvent, AppState } from '../shared/contract/app-state.ts';
import type { Chat } from '../shared/contract/contract.ts';
import type { Cursor, FeedItem } from '../shared/contract/feed.ts';
import type { WorkspaceId } from '../shared/ids.ts';
import type { TranscriptEvent } from '../shared/transcript/transcript-event.ts';
import { type AppCalls, appCalls } from './calls/app-calls.ts';
import { type ClientTokenCalls, clientTokenCalls } from './calls/client-token-calls.ts';
import { type LedgerCalls, ledgerCalls } from './calls/ledger-calls.ts';
import { type MessageCalls, messageCalls } from './calls/message-calls.ts';
import { type PreviewCalls, previewCalls } from './calls/preview-calls.ts';
import { type QuestionCalls, questionCalls } from './calls/question-calls.ts';
import { type WorkspaceCalls, workspaceCalls } from './calls/workspace-calls.ts';
import { type Connection, createConnection } from './connection/connection.ts';
import { followFeed } from './connection/follow-feed.ts';
import type { OpenLink } from './connection/link.ts';

export type AppItem = FeedItem<AppState, AppEvent>;
export type ChatItem = FeedItem<Chat, TranscriptEvent>;

type Watch<Item> = {
  after?: Cursor | undefined;
  onItem(item: Item): void;
  onFailure(error: unknown): void;
  signal: AbortSignal;
};

/** Main, as the window calls it. Calls wait for the connection; expected failures are thrown as they come. */
export type Companion = {
  connection: Connection['state'];
  watchApp(watch: Watch<AppItem>): void;
  watchChat(workspaceId: WorkspaceId, watch: Watch<ChatItem>): void;
} & AppCalls &
  WorkspaceCalls &
  MessageCalls &
  QuestionCalls &
  PreviewCalls &
  LedgerCalls &
  ClientTokenCalls;

/** The only place that talks to main. */
export function createCompanion(open: OpenLink): Companion {
  const connection = createConnection(open);
  return {
    connection: connection.state,
    watchApp: (watch) =>
      void followFeed(connection, {
        ...watch,
        subscribe: (client, after, signal) => client.app.watch({ after }, { signal }),
      }),
    watchChat: (workspaceId, watch) =>
      void followFeed(connection, {
        ...watch,
        subscribe: (client, after, signal) => client.workspace.watch({ workspaceId, after }, { signal }),
      }),
    ...appCalls(connection),
    ...workspaceCalls(connection),
    ...messageCalls(connection),
    ...questionCalls(connection),
    ...previewCalls(connection),
    ...ledgerCalls(connection),
    ...clientTokenCalls(connection),
  };
}
