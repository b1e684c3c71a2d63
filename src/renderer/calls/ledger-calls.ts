import type { LedgerPage } from '../../shared/ledger/ledger-entry.ts';
import type { Connection } from '../connection/connection.ts';

/** What the page of decisions asks of main. */
export type LedgerCalls = {
  /** What was decided where these words are found, newest first, from before an entry on. */
  searchLedger(query: string, before?: number): Promise<LedgerPage>;
  exportLedger(query: string, format: 'json' | 'md'): Promise<string>;
  /** Deletes what was decided before a time; resolves to how much that was. */
  pruneLedger(before: number): Promise<number>;
};

export function ledgerCalls({ call }: Connection): LedgerCalls {
  return {
    searchLedger: (query, before) => call((client) => client.ledger.search({ query, before })),
    exportLedger: (query, format) =>
      call(async (client) => (await client.ledger.export({ query, format })).text),
    pruneLedger: (before) => call(async (client) => (await client.ledger.prune({ before })).removed),
  };
}
