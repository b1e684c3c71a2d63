import { z } from 'zod';
import { askedBySchema } from '../askers/asked-by.ts';
import { permissionIdSchema, ruleIdSchema } from '../ids.ts';
import { longTextSchema } from '../long-text.ts';
import { fileDiffSchema } from '../previews/preview.ts';
import { settlementSchemaOf } from '../settlement.ts';
import { prefixCoverageSchema, ruleDraftSchema } from './permission-rule.ts';
import { unconfinedReasonSchema } from './unconfined-reason.ts';
import { permissionOutcomeSchema } from './permission-outcome.ts';

/**
 * What confinement stopped a command at: hosts that it asked for by name, other network, files outside its
 * folder. `unasked` if nobody was asked, so that it was kept from protected files in it too.
 */
export const confinementRefusalSchema = z.object({
  hosts: z.array(z.string()),
  network: z.boolean(),
  files: z.boolean(),
  unasked: z.literal(true).optional(),
});

const effectSchema = z.enum([
  'reads',
  'writes',
  'installs',
  'sends',
  'deletes',
  'rewrites',
  'runs',
  'unknown',
]);

/**
 * Why a command asks.
 * - `does`: no rule allows what it does, which `says` tells, the gravest first, as `effect` is; with `never` no rule can
 * - `reads`: it only reads, but more than may be read unasked
 * - `piped`: a rule allows it, but it gets the output of another command
 * - `stale`: a command before it may change the files that it names
 * - `reach`: a rule allows it, but lets it reach differently far than that of a command before it
 * - `not-confined`: a rule allows it where it runs confined, which this line does not
 * - `git-changed`: a rule allowed it by other settings of git
 * - `shell`: only a shell can read the line
 */
export const askReasonSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('does'),
    effect: effectSchema,
    says: z.array(z.string()).min(1),
    never: z.boolean(),
  }),
  z.object({ type: z.enum(['reads', 'piped', 'stale', 'reach', 'not-confined', 'git-changed', 'shell']) }),
]);

/** A command of a line of several, and what allows it by itself; null for one that has the line ask, and `why`. */
const linePartSchema = z.object({
  line: z.string(),
  by: z.enum(['rule', 'reads-only']).nullable(),
  why: askReasonSchema.optional(),
});

/** What a command does, in words, and where the words that cause it stand in the line. */
const lineEffectSchema = z.object({
  effect: effectSchema,
  reason: z.string(),
  at: z.array(z.tuple([z.number(), z.number()])),
});

/**
 * A line for a shell; `folder` is the absolute path that it runs in.
 * - `unconfined`: why it would not be confined, if the person can change that or should know
 * - `refused`: what confinement stopped it at the last time, when it could reach `hosts`
 * - `git`, if it starts git: `setup` identifies the hooks and settings that git runs by; `changed` if a rule
 *   did not answer because they are not those that it was made for
 * - `parts`: the commands of a line that was read as several
 * - `effects`: what the command table says of it
 * - `more`: what else the agent's input has
 */
export const commandSubjectSchema = z.object({
  type: z.literal('command'),
  line: z.string(),
  folder: z.string(),
  confined: z.boolean(),
  unconfined: unconfinedReasonSchema.optional(),
  git: z.object({ setup: z.string(), changed: z.boolean() }).optional(),
  refused: confinementRefusalSchema.optional(),
  hosts: z.array(z.string()).optional(),
  parts: z.array(linePartSchema).optional(),
  effects: z.array(lineEffectSchema).optional(),
  more: z.record(z.string(), z.unknown()).optional(),
});

/** A change by somebody other than Parley's own tools, such as an external agent. */
const editSchema = z.object({ type: z.literal('edit'), files: z.array(fileDiffSchema).min(1) });

/**
 * A call of a server's tool. `annotations` are what the server claims of it, unchecked; `definition`
 * identifies the server and the tool as described, where that is known.
 */
const mcpSchema = z.object({
  type: z.literal('mcp'),
  server: z.string(),
  tool: z.string(),
  definition: z.string().optional(),
  input: z.unknown(),
  annotations: z.object({ readOnlyHint: z.boolean(), destructiveHint: z.boolean() }).partial(),
});

const fetchSchema = z.object({
  type: z.literal('fetch'),
  url: z.string(),
  more: z.record(z.string(), z.unknown()).optional(),
});

/** A file that may hold secrets; `path` is relative to the chat's folder. */
const readSchema = z.object({ type: z.literal('read'), path: z.string() });

const otherSchema = z.object({ type: z.literal('other'), title: z.string(), text: z.string() });

/** The asker did not say for what: nothing can be allowed. */
const missingSchema = z.object({ type: z.literal('missing') });

export const permissionSubjectSchema = z.discriminatedUnion('type', [
  commandSubjectSchema,
  editSchema,
  mcpSchema,
  fetchSchema,
  readSchema,
  otherSchema,
  missingSchema,
]);

export const permissionSubjectTypeSchema = z.enum(
  permissionSubjectSchema.options.map(({ shape }) => shape.type.value),
);

/** The meaning of a choice: `no-and-stop` ends the turn too. */
const choiceMeaningSchema = z.enum(['once', 'always', 'no', 'no-and-stop']);

/**
 * One possible answer. `words` are the asker's own label, left out for Parley's choices. `rule` is made with
 * it: it allows if the meaning is `always`, and denies if it is `no`; `coverage` is what a rule about a
 * command prefix covers. An `external` one goes to the asker, who acts on it as it is: no changed command
 * goes along.
 */
export const permissionChoiceSchema = z.object({
  id: z.string().min(1).max(200),
  meaning: choiceMeaningSchema,
  words: z.string().optional(),
  external: z.literal(true).optional(),
  rule: ruleDraftSchema.optional(),
  coverage: prefixCoverageSchema.optional(),
});

/** The result of an allowed call; `exitCode` is null where there is none. */
export const permissionResultSchema = z.object({ exitCode: z.number().nullable(), durationMs: z.number() });

/**
 * The outcome of a permission with the choice that made it. `rule` is the one that answered, or the one that the
 * person made with their answer.
 */
export const permissionSettlementSchema = settlementSchemaOf(
  permissionOutcomeSchema,
  {
    choice: permissionChoiceSchema.omit({ rule: true, coverage: true }).optional(),
    rule: ruleDraftSchema.extend({ id: ruleIdSchema }).optional(),
  },
  'verdict',
);

/**
 * The person's answer by one of the choices. `reason` goes with a refusal, `note` with a yes, `line` is the command as
 * they changed it; `anyAsker` has the rule that it makes hold for every agent.
 */
export const permissionAnswerSchema = z.object({
  choiceId: z.string().min(1).max(200),
  reason: longTextSchema.optional(),
  note: longTextSchema.optional(),
  line: longTextSchema.optional(),
  anyAsker: z.boolean().optional(),
});

/** The person's unsent entries on its card: a reason, a note, and a changed line, null where it is unchanged. */
export const permissionDraftSchema = z.object({
  reason: longTextSchema,
  note: longTextSchema.default(''),
  line: longTextSchema.nullable(),
});

/**
 * One permission as its card shows it; it waits while `settlement` is null. `folder` is the chat's, `reason` the
 * asker's.
 */
export const permissionSchema = z.lazy(() =>
  z.object({
    id: permissionIdSchema,
    subject: permissionSubjectSchema,
    asker: z.string(),
    askedBy: askedBySchema,
    folder: z.string(),
    reason: z.string().nullable(),
    choices: z.array(permissionChoiceSchema),
    openedAt: z.number(),
    settlement: permissionSettlementSchema.nullable(),
    result: permissionResultSchema.nullable(),
    draft: permissionDraftSchema.optional(),
  }),
);

export type ConfinementRefusal = z.infer<typeof confinementRefusalSchema>;
export type PermissionSubject = z.infer<typeof permissionSubjectSchema>;
export type PermissionSubjectType = z.infer<typeof permissionSubjectTypeSchema>;
export type LineEffect = z.infer<typeof lineEffectSchema>;
export type AskReason = z.infer<typeof askReasonSchema>;
export type LinePart = z.infer<typeof linePartSchema>;
export type CommandSubject = z.infer<typeof commandSubjectSchema>;
export type PermissionChoice = z.infer<typeof permissionChoiceSchema>;
export type PermissionDraft = z.infer<typeof permissionDraftSchema>;
export type PermissionResult = z.infer<typeof permissionResultSchema>;
export type PermissionSettlement = z.infer<typeof permissionSettlementSchema>;
export type Permission = z.infer<typeof permissionSchema>;
export type PermissionAnswer = z.infer<typeof permissionAnswerSchema>;
