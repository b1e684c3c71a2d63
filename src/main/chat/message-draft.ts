/** Under which name the unsent message of a chat is kept among its drafts. */
export const messageDraft = 'message';
