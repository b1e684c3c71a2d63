import { z } from 'zod';
import { formSettlementSchema, formSubjectSchema } from '../forms/form.ts';
import { toolCallIdSchema, workspaceIdSchema } from '../ids.ts';
import {
  permissionResultSchema,
  permissionSettlementSchema,
  permissionSubjectSchema,
} from '../permissions/permission.ts';
import { previewSettlementSchema } from '../previews/pending-action.ts';
import { previewKindSchema, putBackWhatSchema } from '../previews/preview.ts';
import { providerNames } from '../providers/provider-names.ts';
import { outcomeSides } from '../recorded-outcome.ts';
import { gitActSchema, gitActSettlementSchema } from '../worktrees/git-act.ts';
import { outcomeSchema, questionSchema, settlementSchema } from '../questions/questions.ts';

const common = {
  id: z.number().int(),
  /** As it was named then; it may be gone by now. */
  workspace: z.object({ id: workspaceIdSchema, name: z.string(), folder: z.string() }),
  asker: z.string(),
  /** The agent that asked, as chats store it, or `outside`; null where that was not kept yet. */
  agent: z.string().nullable(),
  /** The tool by which it was asked; null where that is not known any more. */
  tool: z.string().nullable(),
  /** The call whose card stands in the chat; null where it is not there any more. */
  toolCallId: toolCallIdSchema.nullable(),
  /** The branch of the chat in which it was asked, counted from 1; null where the chat has but one. */
  branch: z.number().int().nullable(),
  openedAt: z.number(),
  settledAt: z.number(),
};

const changedFileSchema = z.object({ path: z.string(), change: z.enum(['created', 'changed', 'deleted']) });

/**
 * What one question, preview, permission, form or link came to, decided by a person or by a rule of theirs; or what they had
 * git do with the branch of a worktree.
 * Times are milliseconds since 1970.
 */
export const ledgerEntrySchema = z.lazy(() =>
  z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('ask'),
      ...common,
      questions: z.array(questionSchema),
      outcome: outcomeSchema,
      where: settlementSchema.shape.where,
    }),
    z.object({
      kind: z.literal('preview'),
      ...common,
      /** The kind of the preview; null where the preview is not kept any more. */
      preview: previewKindSchema.nullable().default(null),
      label: z.string(),
      files: z.array(changedFileSchema),
      /** Where the person put back what the chat had changed. */
      putBack: putBackWhatSchema.optional(),
      settlement: previewSettlementSchema,
    }),
    z.object({
      kind: z.literal('permission'),
      ...common,
      permission: permissionSubjectSchema,
      /** The asker's. */
      reason: z.string().nullable(),
      settlement: permissionSettlementSchema,
      result: permissionResultSchema.nullable(),
    }),
    z.object({
      kind: z.literal('form'),
      ...common,
      /** The server behind the agent; null where none is known. */
      server: z.string().nullable(),
      message: z.string(),
      form: formSubjectSchema,
      settlement: formSettlementSchema,
    }),
    z.object({
      kind: z.literal('git'),
      ...common,
      act: gitActSchema,
      settlement: gitActSettlementSchema,
    }),
  ]),
);

export const ledgerKindSchema = z.enum([
  'question',
  ...previewKindSchema.options,
  'permission',
  'form',
  'git',
]);

export type LedgerKind = z.infer<typeof ledgerKindSchema>;

/**
 * The terms of a search: it finds entries that have the words, in any case and without accents, and everything else
 * that is given. `agent` is a name for people, `since` a time in milliseconds since 1970.
 */
export const ledgerSearchSchema = z.object({
  query: z.string().max(500),
  folder: z.string().optional(),
  agent: z.string().optional(),
  kind: ledgerKindSchema.optional(),
  outcome: z.enum(outcomeSides).optional(),
  since: z.number().optional(),
});

export type LedgerSearch = z.infer<typeof ledgerSearchSchema>;

/** The folders and agents that entries are of, those of the newest entries first. */
export const ledgerFacetsSchema = z.object({ folders: z.array(z.string()), agents: z.array(z.string()) });

export type LedgerFacets = z.infer<typeof ledgerFacetsSchema>;

const countsSchema = z.object({ yes: z.number(), no: z.number(), neither: z.number() });

/**
 * How many decisions there were, and what came of them: on each day that was asked for, and by who asked, the most
 * first. `agent` is as entries have it.
 */
export const ledgerOverviewSchema = z.object({
  days: z.array(countsSchema),
  askers: z.array(countsSchema.extend({ asker: z.string(), agent: z.string().nullable() })),
});

export type OutcomeCounts = z.infer<typeof countsSchema>;
export type LedgerOverview = z.infer<typeof ledgerOverviewSchema>;

/** One page of the ledger, newest first; `hasMore` when older ones fit as well. */
export const ledgerPageSchema = z.object({ entries: z.array(ledgerEntrySchema), hasMore: z.boolean() });

export type LedgerEntry = z.infer<typeof ledgerEntrySchema>;

const names = new Map<string, string>([['guide', 'Guide'], ...Object.entries(providerNames)]);

/**
 * Returns the name of an asker for people. Previews of a chat's own agent, and what git did in its worktree, are stored
 * with the id of its model; everything else with the name that was on the card.
 */
export function askerName(kind: string, tool: string | null, asker: string): string {
  const isModel = kind === 'git' || (kind === 'preview' && tool !== 'review_plan');
  if (!isModel) return asker;
  const [provider = ''] = asker.split('/', 1);
  return names.get(provider) ?? asker;
}

export function withAskerName(entry: LedgerEntry): LedgerEntry {
  return { ...entry, asker: askerName(entry.kind, entry.tool, entry.asker) };
}
