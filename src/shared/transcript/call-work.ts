import { z } from 'zod';
import { toolCallIdSchema } from '../ids.ts';
import { fileDiffSchema } from '../previews/preview.ts';

/**
 * The kind of work a call does, as far as its agent says so. The last six are what Parley shows as a call itself: the agent
 * summarised what was said before, or tells of a limit of its service; a subagent works, says or thinks something, or was told
 * what to do.
 */
const workKindSchema = z.enum([
  'read',
  'edit',
  'delete',
  'move',
  'search',
  'run',
  'think',
  'fetch',
  'other',
  'summary',
  'limit',
  'subagent',
  'words',
  'thought',
  'task',
]);

/** A place in a file; `path` is relative to the chat's folder, or absolute outside it; `line` counts from 1. */
const workPlaceSchema = z.object({ path: z.string(), line: z.number().int().positive().nullable() });

/**
 * The work of a call, as an agent with tools of its own reports it while it goes on. `output` is what it has printed so
 * far, until its result is there; `within` is the call of the agent that it works for, `subagent` the name of who does.
 * `resetsAt` is when a limit resets, in milliseconds since 1970.
 */
export const callWorkSchema = z.object({
  title: z.string(),
  kind: workKindSchema,
  places: z.array(workPlaceSchema),
  files: z.array(fileDiffSchema),
  output: z.string(),
  within: toolCallIdSchema.optional(),
  subagent: z.string().optional(),
  resetsAt: z.number().optional(),
});

export type CallWork = z.infer<typeof callWorkSchema>;
export type WorkKind = z.infer<typeof workKindSchema>;
