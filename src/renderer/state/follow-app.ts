import type { WorkspaceId } from '../../shared/ids.ts';
import type { AppItem, Companion } from '../companion.ts';
import { applyAppEvent } from './app-projection.ts';
import type { ChatFeed } from './chat/chat-feed.ts';
import type { OpenChats } from './chat/open-chats.ts';
import type { ParleyStore } from './parley-store.ts';

/** In milliseconds. */
const retryDelay = 2_000;

type FollowAppDeps = { chats: OpenChats; feed: ChatFeed };

/**
 * Keeps the projection of main's app state up to date, starting from the feed's first item where the page brought
 * it.
 */
export function followApp(
  companion: Companion,
  store: ParleyStore,
  deps: FollowAppDeps,
  first?: AppItem,
): void {
  const { chats, feed } = deps;
  function apply(item: AppItem): void {
    switch (item.type) {
      case 'snapshot':
        store.setState({ app: item.state });
        return chats.settleOpen();
      case 'event': {
        const { event } = item;
        store.setState(({ app }) => ({ app: app && applyAppEvent(app, event) }));
        if (event.type === 'notification') store.setState({ notification: event.notification });
        if (event.type === 'open-workspace') chats.openWorkspace(event.workspaceId);
        if (event.type === 'workspace-removed') chats.settleOpen();
      }
    }
  }

  if (first !== undefined) apply(first);
  companion.watchApp({
    after: first?.cursor,
    signal: new AbortController().signal,
    // After the open chat's own items: when an agent is shown as done, its last word must be there.
    onItem: (item) => feed.inOrder(() => apply(item), isElsewhere(item, store.getState().openId)),
    // Without the list there is no window, so this is retried for ever.
    onFailure() {
      setTimeout(followApp, retryDelay, companion, store, deps);
    },
  });
}

/** True for an item that changes only a workspace that is not open. */
function isElsewhere(item: AppItem, openId: WorkspaceId | null): boolean {
  return (
    item.type === 'event' && item.event.type === 'workspace-changed' && item.event.workspace.id !== openId
  );
}
