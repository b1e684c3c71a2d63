import { z } from 'zod';
import { everyFileMark } from '../files/file-marks.ts';

/** A run of changed lines with their surroundings; each line begins with ` `, `+`, `-` or `\`. */
const hunkSchema = z.lazy(() =>
  z.object({
    oldStart: z.number().int(),
    oldLines: z.number().int(),
    newStart: z.number().int(),
    newLines: z.number().int(),
    lines: z.array(z.string()),
    /** The function, type or heading it lies in; left out where none is found. */
    heading: z.string().optional(),
  }),
);

/**
 * A place that the file and the change have otherwise: the number of its first line in the new text, from 1, the
 * lines that the file has there now and those that were proposed, and some of the lines around.
 */
const conflictSchema = z.object({
  line: z.number().int(),
  ours: z.array(z.string()),
  theirs: z.array(z.string()),
  above: z.array(z.string()),
  below: z.array(z.string()),
});

/** What another program, or a person, did with a file while its change waited. */
export const meanwhileSchema = z.enum(['created', 'changed', 'deleted']);

/**
 * Proposed change of one file; `path` is relative to the workspace folder. In the new text each conflict has the
 * lines of the file.
 */
export const fileDiffSchema = z.object({
  path: z.string(),
  change: z.enum(['created', 'changed', 'deleted']),
  hunks: z.array(hunkSchema),
  /** Left out where the file is as the change was made from. */
  meanwhile: meanwhileSchema.optional(),
  conflicts: z.array(conflictSchema).min(1).optional(),
  /** Reasons for a second look; left out for most files. */
  marks: z.array(z.enum(everyFileMark)).min(1).optional(),
});

const editPreviewSchema = z.object({ type: z.literal('edit'), files: z.array(fileDiffSchema).min(1) });

/** A way to go on after a plan, in the words of the agent that offers it. */
const planChoiceSchema = z.object({ id: z.string(), words: z.string() });

/**
 * A plan in Markdown, and the name of the file it is kept in. `revision` is what changed since the
 * version before it, where there was one; `choices` is how its agent can go on once it is approved, first what
 * it does where none is chosen, left out where an approval says it all. `edits` is set where its agent takes a yes or
 * no only: what the person changed goes to it as the next message.
 */
const planPreviewSchema = z.object({
  type: z.literal('plan'),
  title: z.string(),
  plan: z.string(),
  file: z.string(),
  revision: fileDiffSchema.nullable(),
  choices: z.array(planChoiceSchema).min(1).optional(),
  edits: z.literal('next-message').optional(),
});

/** Markdown of a custom tool; `applies` where the tool itself carries it out, of which nothing is checked. */
const customPreviewSchema = z.object({
  type: z.literal('custom'),
  tool: z.string(),
  markdown: z.string(),
  applies: z.boolean(),
});

/** Content of a staged change as shown to a person. */
export const previewSchema = z.discriminatedUnion('type', [
  editPreviewSchema,
  planPreviewSchema,
  customPreviewSchema,
]);

/** The kinds of staged changes. */
export const previewKindSchema = z.enum(previewSchema.options.map(({ shape }) => shape.type.value));

export type Hunk = z.infer<typeof hunkSchema>;
export type ShownConflict = z.infer<typeof conflictSchema>;
export type FileDiff = z.infer<typeof fileDiffSchema>;
export type EditPreview = z.infer<typeof editPreviewSchema>;
export type PlanChoice = z.infer<typeof planChoiceSchema>;
export type PlanPreview = z.infer<typeof planPreviewSchema>;
export type CustomPreview = z.infer<typeof customPreviewSchema>;
export type Preview = z.infer<typeof previewSchema>;
