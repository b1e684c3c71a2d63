import { z } from 'zod';

/** The expected failures of calls, by code. Every message is meant for a person to read. */
export const failures = {
  'not-pending': { status: 409, message: 'These questions are no longer open.' },
  'invalid-answer': { status: 422, data: z.object({ problem: z.string() }) },
  'no-such-workspace': { status: 404, message: 'This chat is no longer here.' },
  'no-such-message': {
    status: 404,
    message: 'This message is no longer in the chat; another window may have changed it. Nothing was sent.',
  },
  'folder-unusable': { status: 422, data: z.object({ folder: z.string(), problem: z.string() }) },
  'storage-failed': { status: 507, data: z.object({ problem: z.string() }) },
} as const;
