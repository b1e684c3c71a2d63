import { providerNames } from '../providers/provider-names.ts';
import type { LedgerEntry } from './ledger-entry.ts';

const names = new Map<string, string>([['guide', 'Parley'], ...Object.entries(providerNames)]);

/** An entry with the name of its asker for people: of a preview, the stored name of the chat's agent is known. */
export function namedAsker(entry: LedgerEntry): LedgerEntry {
  if (entry.kind === 'ask') return entry;
  const [provider = ''] = entry.asker.split('/', 1);
  return { ...entry, asker: names.get(provider) ?? entry.asker };
}
