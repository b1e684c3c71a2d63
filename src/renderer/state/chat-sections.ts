import type { Settings } from '../../shared/contract/settings.ts';
import { isInbox } from '../../shared/workspace/workspace-link.ts';
import type { Workspace } from '../../shared/workspace/workspace.ts';
import { begunOn } from '../../shared/worktrees/begun-on.ts';

/** The chats that were begun on a folder, those in worktrees among them, by last activity; `folder` is null for the Inbox. */
export type FolderGroup = { folder: string | null; chats: readonly Workspace[] };

/** True for groups of one folder with the identical chats in the same order. */
export function hasSameChats(one: FolderGroup, other: FolderGroup): boolean {
  return (
    one.folder === other.folder &&
    one.chats.length === other.chats.length &&
    one.chats.every((chat, index) => chat === other.chats[index])
  );
}

/** Each chat stands in exactly one section. */
export type ChatSections = {
  /** The waiting chats, longest first, archived or not. */
  needsYou: readonly Workspace[];
  pinned: readonly Workspace[];
  /** By last activity. */
  groups: readonly FolderGroup[];
  /** Folders that were hidden and in which no chat began since. */
  hidden: readonly FolderGroup[];
  archived: readonly Workspace[];
};

export function chatSections(
  workspaces: readonly Workspace[],
  hiddenFolders: Settings['hiddenFolders'],
): ChatSections {
  const byActivity = workspaces.toSorted((one, other) => other.updatedAt - one.updatedAt);
  const { needsYou = [], pinned = [], archived = [], chats = [] } = Object.groupBy(byActivity, sectionOf);
  const groups = Array.from(
    Map.groupBy(chats, (chat) => (isInbox(chat.id) ? null : begunOn(chat))),
    ([folder, ofFolder]): FolderGroup => ({ folder, chats: ofFolder }),
  );
  return {
    needsYou: needsYou.toSorted((one, other) => since(one) - since(other)),
    pinned,
    groups: groups.filter((group) => !isHidden(group, hiddenFolders)),
    hidden: groups.filter((group) => isHidden(group, hiddenFolders)),
    archived,
  };
}

function sectionOf({ waiting, archived, pinned }: Workspace): 'needsYou' | 'pinned' | 'archived' | 'chats' {
  if (waiting > 0) return 'needsYou';
  if (archived) return 'archived';
  return pinned ? 'pinned' : 'chats';
}

function since({ firstWaiting, updatedAt }: Workspace): number {
  return firstWaiting?.since ?? updatedAt;
}

function isHidden({ folder, chats }: FolderGroup, hiddenFolders: Settings['hiddenFolders']): boolean {
  const at = folder === null ? undefined : hiddenFolders[folder];
  return at !== undefined && chats.every(({ createdAt }) => createdAt <= at);
}

/** Returns the chats from top to bottom, hidden and archived ones last. */
export function chatsInOrder({ needsYou, pinned, groups, hidden, archived }: ChatSections): Workspace[] {
  const ofGroups = [...groups, ...hidden].flatMap(({ chats }) => chats);
  return [...needsYou, ...pinned, ...ofGroups, ...archived];
}

/** Returns the list in an earlier order; what is new in a section comes at its end. */
export function inPlacesOf(now: ChatSections, before: ChatSections): ChatSections {
  const known = new Map(chatsInOrder(now).map((chat) => [chat.id, chat]));
  const placed = new Set(chatsInOrder(before).map(({ id }) => id));
  const keep = (old: readonly Workspace[], fresh: readonly Workspace[]) => [
    ...old.flatMap(({ id }) => known.get(id) ?? []),
    ...fresh.filter(({ id }) => !placed.has(id)),
  ];
  const keepGroups = (old: readonly FolderGroup[], fresh: readonly FolderGroup[]) => {
    const find = (groups: readonly FolderGroup[], folder: string | null) =>
      groups.find((group) => group.folder === folder)?.chats ?? [];
    const folders = new Set([...old, ...fresh].map(({ folder }) => folder));
    return Array.from(folders, (folder) => ({
      folder,
      chats: keep(find(old, folder), find(fresh, folder)),
    })).filter(({ chats }) => chats.length > 0);
  };
  return {
    needsYou: keep(before.needsYou, now.needsYou),
    pinned: keep(before.pinned, now.pinned),
    groups: keepGroups(before.groups, now.groups),
    hidden: keepGroups(before.hidden, now.hidden),
    archived: keep(before.archived, now.archived),
  };
}
