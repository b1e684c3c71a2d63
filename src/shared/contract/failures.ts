import { z } from 'zod';

/** The expected failures of calls, by code. Every message is meant for a person to read. */
export const failures = {
  'not-pending': { status: 409, message: 'These questions are no longer open.' },
  'invalid-answer': { status: 422, data: z.object({ problem: z.string() }) },
  'question-refused': { status: 422, data: z.object({ problem: z.string() }) },
  'permission-settled': {
    status: 409,
    message: 'This was answered before, perhaps in another window. Nothing was changed now.',
  },
  'form-settled': {
    status: 409,
    message: 'This was answered or closed before, perhaps in another window. Nothing was sent now.',
  },
  'preview-settled': {
    status: 409,
    message: 'This preview was decided before, perhaps in another window. Nothing was changed now.',
  },
  'stale-preview': {
    status: 409,
    message: 'This preview has changed. Nothing was applied; look at it again and decide then.',
  },
  'no-output': { status: 404, message: 'This output is no longer kept.' },
  'no-such-plan': { status: 404, message: 'There is no plan in this chat any more.' },
  'invalid-edit': { status: 422, data: z.object({ problem: z.string() }) },
  'undo-refused': { status: 409, data: z.object({ problem: z.string() }) },
  'no-such-workspace': { status: 404, message: 'This chat is no longer here.' },
  'no-such-message': {
    status: 404,
    message: 'This message is no longer in the chat; another window may have changed it. Nothing was sent.',
  },
  'nothing-to-send': {
    status: 422,
    message: 'Nothing is left of this message. Write something, or keep one of its files.',
  },
  'agent-working': {
    status: 409,
    message: 'This stands in another branch of the chat, which can be shown once the agent is done.',
  },
  'chat-went-back': {
    status: 409,
    message:
      'This stands in another branch of the chat, which went back to an earlier message. Undo that, or go on from there, to see it.',
  },
  'folder-unusable': { status: 422, data: z.object({ folder: z.string(), problem: z.string() }) },
  'folder-changed': {
    status: 409,
    message: 'Something in this folder has just changed. Nothing was decided; look at it again.',
  },
  'chat-begun': {
    status: 409,
    message: 'This chat has begun in its folder already. A new chat can have a worktree of its own.',
  },
  'not-kept': { status: 404, message: 'This is no longer kept.' },
  'not-brought-back': { status: 409, data: z.object({ problem: z.string() }) },
  'not-dropped': { status: 409, data: z.object({ problem: z.string() }) },
  'not-removed': { status: 409, data: z.object({ problem: z.string() }) },
  'not-continued': { status: 422, data: z.object({ problem: z.string() }) },
  'not-restored': { status: 422, data: z.object({ problem: z.string() }) },
  'agent-refused': { status: 422, data: z.object({ problem: z.string() }) },
  'key-refused': { status: 422, data: z.object({ problem: z.string() }) },
  'parameter-refused': { status: 422, data: z.object({ problem: z.string() }) },
  'rule-changed': {
    status: 409,
    message: 'What this rule would cover has changed. No rule was made; look at the command again.',
  },
  'servers-refused': { status: 422, data: z.object({ problem: z.string() }) },
  'offer-unusable': { status: 422, data: z.object({ problem: z.string() }) },
  'sign-in-failed': { status: 422, data: z.object({ problem: z.string() }) },
  'no-such-terminal': { status: 404, message: 'This terminal was closed.' },
  'grant-not-revoked': { status: 502, data: z.object({ problem: z.string() }) },
  'editor-failed': { status: 422, data: z.object({ problem: z.string() }) },
  'already-delivered': {
    status: 409,
    message:
      'The agent has this message already, so it can no longer be changed. Write another one to correct it.',
  },
  'not-queued': {
    status: 409,
    message: 'This message was taken out of the queue before, perhaps in another window.',
  },
  'attachment-refused': { status: 422, data: z.object({ problem: z.string() }) },
  'attachment-missing': {
    status: 410,
    message:
      'A file attached here was sent or removed in another window. Remove it here, or attach it again.',
  },
  'storage-failed': { status: 507, data: z.object({ problem: z.string() }) },
} as const;
