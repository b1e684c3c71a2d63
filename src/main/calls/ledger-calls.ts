import { ledgerMarkdown } from '../../shared/ledger/ledger-markdown.ts';
import type { LedgerEntry } from '../../shared/ledger/ledger-entry.ts';
import type { LedgerStore } from '../storage/ledger-store.ts';
import type { Calls } from './calls.ts';

const pageLength = 50;

export type LedgerCallParts = {
  ledger: LedgerStore;
  /** What people call an agent that is stored by its name. */
  agentName: (agent: string) => string;
};

/** What the page of decisions asks for. */
export function ledgerCalls(calls: Calls, { ledger, agentName }: LedgerCallParts) {
  const named = (entry: LedgerEntry): LedgerEntry =>
    entry.kind === 'preview' ? { ...entry, asker: agentName(entry.asker) } : entry;

  return {
    search: calls.ledger.search.handler(({ input: { query, before } }) => {
      const { entries, hasMore } = ledger.page({ query }, pageLength, before);
      return { entries: entries.map(named), hasMore };
    }),
    export: calls.ledger.export.handler(({ input: { query, format, since } }) => {
      const entries = Array.from(ledger.every({ query, ...(since === undefined ? {} : { since }) }), named);
      switch (format) {
        case 'md':
          return { text: ledgerMarkdown(entries) };
        case 'json':
          return { text: `${JSON.stringify(entries, null, 2)}\n` };
      }
    }),
    prune: calls.ledger.prune.handler(({ input: { before } }) => ({ removed: ledger.prune(before) })),
  };
}
