import { ledgerDocument } from '../../shared/ledger/ledger-document.ts';
import { withAskerName } from '../../shared/ledger/named-asker.ts';
import type { LedgerStore } from '../storage/ledger-store.ts';
import type { Calls } from './calls.ts';

const pageLength = 50;

/** The calls of the page of decisions. */
export function ledgerCalls(calls: Calls, ledger: LedgerStore) {
  return {
    search: calls.ledger.search.handler(({ input: { query, before } }) => {
      const { entries, hasMore } = ledger.page({ query }, pageLength, before);
      return { entries: entries.map(withAskerName), hasMore };
    }),
    export: calls.ledger.export.handler(({ input: { query, format, since = 0 } }) => ({
      text: ledgerDocument(Array.from(ledger.every({ query, since }), withAskerName), format),
    })),
    prune: calls.ledger.prune.handler(({ input: { before } }) => ({ removed: ledger.prune(before) })),
  };
}
