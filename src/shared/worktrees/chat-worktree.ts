import { z } from 'zod';
import { workspaceIdSchema } from '../ids.ts';

/** The paths of the ignored files that the person was shown and wants copied; null before they were shown. */
export const chosenCopiesSchema = z.array(z.string().max(4_096)).max(1_000).nullable();

/**
 * Where a worktree begins, other than at what is checked out in the chat's folder: at a branch, local or of a remote, by the
 * whole name of its ref; or as the worktree of another chat is, of which it takes the uncommitted files too.
 */
export const worktreeStartSchema = z.lazy(() =>
  z.discriminatedUnion('type', [
    z.object({
      type: z.literal('branch'),
      ref: z
        .string()
        .regex(/^refs\/(heads|remotes)\/./)
        .max(1_000),
    }),
    z.object({ type: z.literal('chat'), chat: workspaceIdSchema }),
  ]),
);

export type WorktreeStart = z.infer<typeof worktreeStartSchema>;

/**
 * The worktree of a chat. A `wanted` one is made when the first message is sent; with `changes` what is not committed in
 * the folder comes along, or what was kept of another worktree where it `restores` that; `removed` where that was the chat's own, which the person has removed; `start` is null for what is checked out in the folder. An `unwanted` one was wanted before the person chose the folder, and can be again until the first message. Once it is `made`, the chat's folder lies in it: `origin` is the folder that the chat was begun
 * on, `from` the branch that was checked out there, null for a detached commit, `along` how many uncommitted files came
 * along.
 */
export const chatWorktreeSchema = z.lazy(() =>
  z.discriminatedUnion('state', [
    z.object({
      state: z.literal('wanted'),
      changes: z.boolean(),
      copies: chosenCopiesSchema,
      start: worktreeStartSchema.nullable(),
      restores: z.boolean(),
      removed: z.boolean(),
    }),
    z.object({ state: z.literal('unwanted'), start: worktreeStartSchema.nullable() }),
    z.object({
      state: z.literal('made'),
      origin: z.string(),
      branch: z.string(),
      from: z.string().nullable(),
      along: z.number().int(),
      /** What git said where it made the worktree and one of its hooks failed after that. */
      hookSaid: z.string().nullable(),
    }),
  ]),
);

export type ChatWorktree = z.infer<typeof chatWorktreeSchema>;
