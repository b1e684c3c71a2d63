/**
 * A chat's worktree is made, removed with the chat, or removed from a chat that stays; its branch is merged, or committed to;
 * a command sets it up; changes in it are dropped, and such drops undone.
 */
export const deeds = ['make', 'remove', 'leave', 'merge', 'commit', 'set-up', 'drop', 'undo-drop'] as const;

export type Deed = (typeof deeds)[number];
