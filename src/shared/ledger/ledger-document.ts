import type { LedgerEntry } from './ledger-entry.ts';
import { visibleJson } from '../visible-json.ts';
import { ledgerMarkdown } from './ledger-markdown.ts';

export type LedgerFormat = 'json' | 'md';

/** Entries as one document, in the order given; a terminal can show it as it is. */
export function ledgerDocument(entries: readonly LedgerEntry[], format: LedgerFormat): string {
  switch (format) {
    case 'md':
      return ledgerMarkdown(entries);
    case 'json':
      return `${visibleJson(JSON.stringify(entries, null, 2))}\n`;
  }
}
