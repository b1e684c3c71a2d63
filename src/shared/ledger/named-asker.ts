import { providerNames } from '../providers/provider-names.ts';
import type { LedgerEntry } from './ledger-entry.ts';

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
