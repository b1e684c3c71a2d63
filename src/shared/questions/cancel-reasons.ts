/** The reason of a cancelled ask whose person sent a chat message instead of clicking. */
export const repliedInChat = 'User responded in chat; questions canceled';

/** The reason of a cancelled ask whose workspace the person removed. */
export const workspaceRemoved = 'Workspace removed';

/** The reason of a cancelled ask whose turn was stopped. */
export const interrupted = 'Interrupted';
