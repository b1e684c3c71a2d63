import { z } from 'zod';
import { toolCallIdSchema, workspaceIdSchema } from '../ids.ts';
import { endingSchema } from '../previews/pending-action.ts';
import { providerNames } from '../providers/provider-names.ts';
import { outcomeSchema } from '../questions/outcome.ts';
import { questionSchema } from '../questions/question.ts';
import { settlementSchema } from '../transcript/transcript.ts';

const common = {
  id: z.number().int(),
  /** As it was called when it ended; it may be gone by now. */
  workspace: z.object({ id: workspaceIdSchema, name: z.string(), folder: z.string() }),
  /** Who asked. */
  asker: z.string(),
  /** The tool by which it was asked; null where that is not known any more. */
  tool: z.string().nullable(),
  /** The call whose card stands in the chat; null where it is not there any more. */
  toolCallId: toolCallIdSchema.nullable(),
  openedAt: z.number(),
  settledAt: z.number(),
};

const changedFileSchema = z.object({ path: z.string(), change: z.enum(['created', 'changed', 'deleted']) });

/** Outcome of one question or preview that was put to a person. Times are milliseconds since 1970. */
export const ledgerEntrySchema = z.discriminatedUnion('kind', [
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
    label: z.string(),
    files: z.array(changedFileSchema),
    ending: endingSchema,
  }),
]);

/** One page of the ledger, newest first; `hasMore` when older ones fit as well. */
export const ledgerPageSchema = z.object({ entries: z.array(ledgerEntrySchema), hasMore: z.boolean() });

export type LedgerEntry = z.infer<typeof ledgerEntrySchema>;
export type LedgerPage = z.infer<typeof ledgerPageSchema>;

const names = new Map<string, string>([['guide', 'Parley'], ...Object.entries(providerNames)]);

/**
 * An entry with the name of its asker for people. Only previews of a chat's agent have its stored name;
 * questions, and plans that somebody outside wants reviewed, have the name that was on the card.
 */
export function withAskerName(entry: LedgerEntry): LedgerEntry {
  if (entry.kind === 'ask' || entry.tool === 'review_plan') return entry;
  const [provider = ''] = entry.asker.split('/', 1);
  return { ...entry, asker: names.get(provider) ?? entry.asker };
}
