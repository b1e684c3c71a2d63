import { z } from 'zod';
import { workspaceIdSchema } from '../ids.ts';

/** `plan` looks and asks; `exec` may change files. */
export const modeSchema = z.enum(['plan', 'exec']);

/** What went wrong with a turn, in words for a person: what happened, what was kept, what to do. */
export const problemSchema = z.object({ what: z.string(), kept: z.string(), todo: z.string() });

/** Where the agent's turn stands. After `interrupted` and `failed` it can be resumed. */
export const turnStateSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('idle') }),
  z.object({ status: z.literal('working') }),
  z.object({ status: z.literal('interrupted') }),
  z.object({ status: z.literal('failed'), problem: problemSchema }),
]);

/** A folder and one chat about it, as a list shows it; `waiting` counts its open asks. */
export const workspaceSchema = z.object({
  id: workspaceIdSchema,
  name: z.string(),
  folder: z.string(),
  mode: modeSchema,
  agent: z.object({ name: z.string(), model: z.string() }),
  turn: turnStateSchema,
  waiting: z.number().int(),
  createdAt: z.number(),
  updatedAt: z.number(),
});

export type Mode = z.infer<typeof modeSchema>;
export type Problem = z.infer<typeof problemSchema>;
export type TurnState = z.infer<typeof turnStateSchema>;
export type Workspace = z.infer<typeof workspaceSchema>;
