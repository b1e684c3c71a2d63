import type { MessageId, WorkspaceId } from '../../shared/ids.ts';
import type { MessagePage, PagePlace } from '../../shared/transcript/message-page.ts';
import type { Transcript } from '../../shared/transcript/transcript.ts';
import type { BranchStore } from '../storage/branch-store.ts';
import type { SearchStore } from '../storage/search-store.ts';
import { type ShownStores, toMessage } from './read-message.ts';

export type TranscriptStores = ShownStores & { search: SearchStore; branches: BranchStore };

/** The messages a window begins with, and loads at a time by default; with fewer, a wheel outruns it. */
const pageSize = 60;

/** The most messages a window begins with in order to include what waits for the person. */
const farthest = 500;

/** The newest messages of a chat: a page, or all since the oldest that waits for the person. */
export function readTranscript(stores: TranscriptStores, workspaceId: WorkspaceId): Transcript {
  const waiting = Math.min(farthest, stores.search.countSinceWaiting(workspaceId));
  return messagesBefore(stores, workspaceId, Number.MAX_SAFE_INTEGER, Math.max(pageSize, waiting));
}

/** Some messages of a chat from anywhere in it; undefined when it has no call that is asked about. */
export function readPage(
  stores: TranscriptStores,
  workspaceId: WorkspaceId,
  at: PagePlace,
  count = pageSize,
): MessagePage | undefined {
  switch (at.type) {
    case 'before':
      return { ...messagesBefore(stores, workspaceId, at.messageId, count), hasLater: true };
    case 'after':
      return { ...messagesAfter(stores, workspaceId, at.messageId, count), hasEarlier: true };
    case 'start':
      return { ...messagesAfter(stores, workspaceId, 0, count), hasEarlier: false };
    case 'around':
      return messagesAround(stores, workspaceId, at.messageId, count);
    case 'call': {
      const messageId = stores.search.messageOfCall(workspaceId, at.toolCallId);
      return messageId && messagesAround(stores, workspaceId, messageId, count);
    }
  }
}

function messagesAround(
  stores: TranscriptStores,
  workspaceId: WorkspaceId,
  id: MessageId,
  count: number,
): MessagePage {
  const half = Math.ceil(count / 2);
  const { messages: earlier, hasEarlier } = messagesBefore(stores, workspaceId, id, half);
  const { messages, hasLater } = messagesAfter(stores, workspaceId, id - 1, half);
  return { messages: [...earlier, ...messages], hasEarlier, hasLater };
}

function messagesBefore(
  stores: TranscriptStores,
  workspaceId: WorkspaceId,
  before: number,
  count: number,
): Transcript {
  const rows = stores.messages.page(workspaceId, before, count + 1);
  const hasEarlier = rows.length > count;
  const versions = stores.branches.versions(workspaceId);
  const messages = rows.slice(hasEarlier ? 1 : 0).map((row) => toMessage(stores, row, versions));
  return { messages, hasEarlier };
}

function messagesAfter(
  stores: TranscriptStores,
  workspaceId: WorkspaceId,
  after: number,
  count: number,
): Pick<MessagePage, 'messages' | 'hasLater'> {
  const rows = stores.messages.pageAfter(workspaceId, after, count + 1);
  const versions = stores.branches.versions(workspaceId);
  return {
    messages: rows.slice(0, count).map((row) => toMessage(stores, row, versions)),
    hasLater: rows.length > count,
  };
}
