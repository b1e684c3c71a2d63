import { z } from 'zod';
import { everyProtection } from '../files/protected-files.ts';

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
 * Lines that the file and the change both changed. `line` is where they begin in the new text, from 1;
 * `above` and `below` are some of the lines around them.
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
 * The proposed change of one file; `path` is relative to the workspace folder. Where there are conflicts, the
 * new text has the file's own lines.
 */
export const fileDiffSchema = z.object({
  path: z.string(),
  change: z.enum(['created', 'changed', 'deleted']),
  hunks: z.array(hunkSchema),
  /** How many unchanged lines follow the last hunk; left out where nobody counted, as in previews of an older Parley. */
  linesAfter: z.number().int().optional(),
  /** Left out where the file is still as it was when the change was made. */
  meanwhile: meanwhileSchema.optional(),
  conflicts: z.array(conflictSchema).min(1).optional(),
  /** Reasons for which it is protected; left out for most files. */
  marks: z.array(z.enum(everyProtection)).min(1).optional(),
  /** It is no text, and has no lines. */
  binary: z.literal(true).optional(),
});

/**
 * Why a change of a worktree is not brought into the folder: it lies outside of that, is ignored or not checked out there
 * (`sparse`), a link, a repository of its own, only other permissions, above 50 MB, no text and changed on both sides, of
 * a name that the folder can't have, or its way is `blocked` by something else there.
 */
const whyLeftOutSchema = z.enum([
  'outside',
  'ignored',
  'sparse',
  'link',
  'repository',
  'mode',
  'large',
  'both',
  'name',
  'blocked',
]);

/** A change that brings back what a chat has changed in its worktree: into which folder, an absolute path, and what stays behind. */
const broughtBackSchema = z.object({
  into: z.string(),
  leftOut: z.array(z.object({ path: z.string(), why: whyLeftOutSchema })),
});

/** A change that puts a file, or one change of it, back to how a commit has it, in the chat's worktree. */
const putBackSchema = z.object({ commit: z.string(), what: z.enum(['file', 'change']) });

/** What a preview puts back. */
export const putBackWhatSchema = putBackSchema.shape.what;

/** The chat's agent proposes it, in the chat's folder, unless the person `broughtBack` what the chat changed, or `putBack` some of it. */
const editPreviewSchema = z.object({
  type: z.literal('edit'),
  files: z.array(fileDiffSchema).min(1),
  broughtBack: broughtBackSchema.optional(),
  putBack: putBackSchema.optional(),
});

/** One way to go on after a plan, as its agent words it. */
const planChoiceSchema = z.object({ id: z.string(), words: z.string() });

/**
 * A plan in Markdown; `file` is the name that it is kept under. `revision` is what changed since the version
 * before, null for the first. `choices` are the ways in which its agent can go on once it is approved, the
 * default first; left out where approving is all there is to choose. `edits` is set where the agent takes
 * only yes or no: changes by the person reach it with the next message.
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

/**
 * Markdown of a custom tool. `applies` is true where the tool itself applies it, which Parley can't check.
 */
const customPreviewSchema = z.object({
  type: z.literal('custom'),
  tool: z.string(),
  markdown: z.string(),
  applies: z.boolean(),
});

/** What a preview shows to the person. */
export const previewSchema = z.discriminatedUnion('type', [
  editPreviewSchema,
  planPreviewSchema,
  customPreviewSchema,
]);

export const previewKindSchema = z.enum(previewSchema.options.map(({ shape }) => shape.type.value));

export type Hunk = z.infer<typeof hunkSchema>;
export type ShownConflict = z.infer<typeof conflictSchema>;
export type WhyLeftOut = z.infer<typeof whyLeftOutSchema>;
export type PutBack = z.infer<typeof putBackSchema>;
export type LeftOut = z.infer<typeof broughtBackSchema>['leftOut'][number];
export type FileDiff = z.infer<typeof fileDiffSchema>;
export type PlanChoice = z.infer<typeof planChoiceSchema>;
export type CustomPreview = z.infer<typeof customPreviewSchema>;
export type Preview = z.infer<typeof previewSchema>;
