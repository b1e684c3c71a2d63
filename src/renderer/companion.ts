import { createORPCClient } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import type { AppEvent, AppState } from '../shared/contract/app-state.ts';
import type { Chat, contract } from '../shared/contract/contract.ts';
import type { Cursor, FeedItem } from '../shared/contract/feed.ts';
import type { WorkspaceId } from '../shared/ids.ts';
import type { TranscriptEvent } from '../shared/transcript/transcript-event.ts';
import { type Connection, createConnection } from './connection/connection.ts';
import { followFeed } from './connection/follow-feed.ts';
import type { CallContext, OpenLink } from './connection/link.ts';
import { repeatingLink } from './connection/repeating-link.ts';

export type AppItem = FeedItem<AppState, AppEvent>;
export type ChatItem = FeedItem<Chat, TranscriptEvent>;

type Watch<Item> = {
  after?: Cursor | undefined;
  onItem(item: Item): void;
  onFailure(error: unknown): void;
  signal: AbortSignal;
};

/** Main, as the window calls it. Calls wait for the connection; expected failures are thrown. */
export type Companion = {
  client: ContractRouterClient<typeof contract, CallContext>;
  connection: Connection['state'];
  watchApp(watch: Watch<AppItem>): void;
  watchChat(workspaceId: WorkspaceId, watch: Watch<ChatItem>): void;
};

/** The only place that talks to main. */
export function createCompanion(open: OpenLink): Companion {
  const connection = createConnection(open);
  return {
    client: createORPCClient(repeatingLink(connection.link)),
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
  };
}
