import { z } from 'zod';
import { ledgerFacetsSchema, ledgerPageSchema, ledgerSearchSchema } from '../ledger/ledger-entry.ts';
import { call } from './call.ts';

/** Calls about the record of decisions. */
export const ledgerCalls = {
  /** Returns a page of the decisions that are found, newest first, starting after the given entry. */
  search: call
    .input(ledgerSearchSchema.extend({ before: z.number().int().optional() }))
    .output(ledgerPageSchema),
  /** Returns what decisions can be filtered by. */
  facets: call.output(ledgerFacetsSchema),
  /** Everything that is found, as one document. */
  export: call
    .input(ledgerSearchSchema.extend({ format: z.enum(['json', 'md']) }))
    .output(z.object({ text: z.string() })),
  /** Deletes what was decided before a time, in milliseconds since 1970. */
  prune: call.input(z.object({ before: z.number() })).output(z.object({ removed: z.number() })),
};
