import type { WorkspaceId } from '../../shared/ids.ts';
import type { WaitingCall, Workspace } from '../../shared/workspace/workspace.ts';

/** Where the list of Needs you has room beside a chat. */
export const twoColumns = '(width >= 1000px)';

/** A row of Needs you: one thing that waits, or a chat that a failure stopped, whose `call` is null. */
export type QueueEntry = { key: string; chat: Workspace; call: WaitingCall | null; since: number };

/** Returns everything that waits, oldest first, then the stopped chats, the latest first. */
export function queueOf(chats: readonly Workspace[]): QueueEntry[] {
  const waits = chats.flatMap((chat) =>
    [chat.firstWaiting, ...chat.alsoWaiting].flatMap((call) =>
      call === null ? [] : [{ key: `${chat.id} ${call.toolCallId}`, chat, call, since: call.since }],
    ),
  );
  const stopped = chats
    .filter(({ turn, waiting, archived }) => turn.status === 'failed' && waiting === 0 && !archived)
    .map((chat) => ({ key: chat.id, chat, call: null, since: chat.updatedAt }));
  return [...waits, ...stopped].sort(inQueueOrder);
}

/**
 * Returns the queue with the selected entry in its place, also where it was settled meanwhile, so that what the
 * person reads never moves away from under them.
 */
export function queueWith(entries: readonly QueueEntry[], selected: QueueEntry | null): QueueEntry[] {
  if (selected === null || entries.some(({ key }) => key === selected.key)) return [...entries];
  return [...entries, selected].sort(inQueueOrder);
}

/** Returns the entry that comes `by` places after the selected one; undefined at either end. */
export function besideInQueue(
  entries: readonly QueueEntry[],
  selected: QueueEntry | null,
  by: 1 | -1,
): QueueEntry | undefined {
  const all = queueWith(entries, selected);
  return all[all.findIndex(({ key }) => key === selected?.key) + by];
}

/** Says which place an entry has among those of its kind. */
export function queuePlace(entries: readonly QueueEntry[], { key, call }: QueueEntry): string {
  const alike = entries.filter((entry) => (entry.call === null) === (call === null));
  return `${alike.findIndex((entry) => entry.key === key) + 1} of ${alike.length}`;
}

/** True for the same thing that waits, or the same stopped chat. */
export function isInQueue(entries: readonly QueueEntry[], { key }: QueueEntry): boolean {
  return entries.some((entry) => entry.key === key);
}

/** Returns the chat of an entry as it is now; undefined once it is removed. */
export function chatOf(chats: readonly Workspace[], { chat }: QueueEntry): Workspace | undefined {
  const id: WorkspaceId = chat.id;
  return chats.find((known) => known.id === id);
}

function inQueueOrder(one: QueueEntry, other: QueueEntry): number {
  if (one.call !== null && other.call !== null) return one.since - other.since;
  if (one.call === null && other.call === null) return other.since - one.since;
  return one.call === null ? 1 : -1;
}
