import type { AppState } from '../../shared/contract/app-state.ts';
import type { CallKey } from '../../shared/ids.ts';
import type { CommandSubject } from '../../shared/permissions/permission.ts';
import type { SameRequest, SameRequestGroup } from '../../shared/permissions/same-request.ts';
import type { WaitingCall, Workspace } from '../../shared/workspace/workspace.ts';

/** Where the list of Needs you has room beside a chat. */
export const twoColumns = '(width >= 1000px)';

/** A request with its chat, one of several for the same. */
export type AskingChat = SameRequest & { chat: Workspace };

type CallEntry = { type: 'call'; chat: Workspace; call: WaitingCall };

type GroupEntry = { type: 'group'; subject: CommandSubject; asking: readonly AskingChat[] };

/** A row of Needs you: one thing that waits, the same from several chats, or a chat that a failure stopped. */
export type QueueEntry = { key: string; since: number } & (
  | CallEntry
  | GroupEntry
  | { type: 'failed'; chat: Workspace }
);

type Queued = Pick<AppState, 'workspaces' | 'sameRequests'>;

/** Returns everything that waits, oldest first, then the stopped chats, the latest first. */
export function queueOf({ workspaces, sameRequests }: Queued): QueueEntry[] {
  const groups = sameRequests.flatMap((group) => groupEntry(group, workspaces));
  const grouped = new Set(groups.flatMap(({ asking }) => asking.map(keyOf)));
  const calls = workspaces.flatMap((chat) =>
    [chat.firstWaiting, ...chat.alsoWaiting].flatMap((call) => (call === null ? [] : callEntry(chat, call))),
  );
  const stopped = workspaces
    .filter(({ turn, waiting, archived }) => turn.status === 'failed' && waiting === 0 && !archived)
    .map((chat) => ({ type: 'failed' as const, key: chat.id, chat, since: chat.updatedAt }));
  const alone = calls.filter(({ key }) => !grouped.has(key));
  return [...groups, ...alone, ...stopped].sort(inQueueOrder);
}

function callEntry(chat: Workspace, call: WaitingCall) {
  const key = keyOf({ workspaceId: chat.id, toolCallId: call.toolCallId });
  return { type: 'call' as const, key, chat, call, since: call.since };
}

const keyOf = ({ workspaceId, toolCallId }: CallKey) => `${workspaceId} ${toolCallId}`;

/** Returns the entry of a group, unless fewer than two of its chats are in the list. */
function groupEntry({ key, subject, requests }: SameRequestGroup, chats: readonly Workspace[]) {
  const asking = requests.flatMap((request) => {
    const chat = chats.find(({ id }) => id === request.workspaceId);
    return chat === undefined ? [] : [{ ...request, chat }];
  });
  if (chatCount(asking) < 2) return [];
  const since = Math.min(...asking.map(({ openedAt }) => openedAt));
  return [{ type: 'group' as const, key, subject, asking, since }];
}

/** Returns how many chats ask; one may ask for the same twice. */
export function chatCount(asking: readonly Pick<SameRequest, 'workspaceId'>[]): number {
  return new Set(asking.map(({ workspaceId }) => workspaceId)).size;
}

/** Returns the entry of one request of a group, to be answered apart; undefined once it no longer waits. */
export function apartEntry({ chat, toolCallId }: AskingChat): QueueEntry | undefined {
  const calls = [chat.firstWaiting, ...chat.alsoWaiting];
  const call = calls.find((one) => one?.toolCallId === toolCallId);
  return call ? callEntry(chat, call) : undefined;
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

/** Says which place an entry has among those that wait, or among the stopped chats. */
export function queuePlace(entries: readonly QueueEntry[], { key, type }: QueueEntry): string {
  const alike = entries.filter((entry) => (entry.type === 'failed') === (type === 'failed'));
  return `${alike.findIndex((entry) => entry.key === key) + 1} of ${alike.length}`;
}

/** True for the same thing that waits, also as one of several for the same, or the same stopped chat. */
export function isInQueue(entries: readonly QueueEntry[], { key }: QueueEntry): boolean {
  return entries.some(
    (entry) =>
      entry.key === key || (entry.type === 'group' && entry.asking.some((one) => keyOf(one) === key)),
  );
}

/** True for an entry whose chat is shown, at its card. */
export function showsChat(entry: QueueEntry | null): boolean {
  return entry !== null && entry.type !== 'group';
}

/** True if one of these requests is an entry of its own. */
export function waitsAlone(entries: readonly QueueEntry[], asking: readonly AskingChat[]): boolean {
  return asking.some((one) => entries.some(({ key }) => key === keyOf(one)));
}

/** Returns the chats that an entry is about. */
export function chatsOf(entry: QueueEntry): Workspace[] {
  return entry.type === 'group' ? entry.asking.map(({ chat }) => chat) : [entry.chat];
}

function inQueueOrder(one: QueueEntry, other: QueueEntry): number {
  const isFailed = [one.type === 'failed', other.type === 'failed'];
  if (isFailed[0] !== isFailed[1]) return isFailed[0] ? 1 : -1;
  return isFailed[0] ? other.since - one.since : one.since - other.since;
}
