import { setImmediate } from 'node:timers/promises';
import {
  type LedgerEntry,
  type LedgerOverview,
  type LedgerSearch,
  type OutcomeCounts,
  withAskerName,
} from '../../shared/ledger/ledger-entry.ts';
import { entryOutcome } from '../../shared/ledger/ledger-text.ts';
import { type OutcomeSide, sideOf } from '../../shared/recorded-outcome.ts';
import type { LedgerIndex, LedgerStore } from './ledger-store.ts';

type Stores = { ledger: LedgerStore; ledgerIndex: LedgerIndex };

/** Entries looked at together, before other work gets its turn. */
const batch = 200;

/**
 * Returns the entries that are found, newest first, at most `count`, older than `before`. What came of an entry is read
 * from it, so a search for that goes through all others it finds.
 */
export async function findEntries(
  { ledger, ledgerIndex }: Stores,
  { outcome, ...search }: LedgerSearch,
  count = Number.MAX_SAFE_INTEGER,
  before?: number,
): Promise<LedgerEntry[]> {
  if (outcome === undefined) return ledger.entries(await ledgerIndex.find(search, count, before));
  const found: LedgerEntry[] = [];
  for await (const entries of inBatches({ ledger, ledgerIndex }, search, before)) {
    found.push(...entries.filter((entry) => entrySide(entry) === outcome));
    if (found.length >= count) break;
  }
  return found.slice(0, count);
}

/** Counts the decisions of days, given by their begins in order; the last one goes on until now. */
export async function overviewOf(stores: Stores, begins: readonly number[]): Promise<LedgerOverview> {
  const days = begins.map(noCounts);
  const askers = new Map<string, LedgerOverview['askers'][number]>();
  for await (const entries of inBatches(stores, { query: '', since: begins[0] ?? 0 })) {
    for (const entry of entries) {
      const side = entrySide(entry);
      const day = days[begins.findLastIndex((begin) => begin <= entry.settledAt)];
      if (day !== undefined) day[side] += 1;
      const { asker, agent } = withAskerName(entry);
      const known = askers.get(asker) ?? { asker, agent, ...noCounts() };
      known[side] += 1;
      askers.set(asker, known);
    }
  }
  return { days, askers: [...askers.values()].toSorted((one, other) => sum(other) - sum(one)) };
}

/** Yields the entries that are found, newest first; other work gets its turn in between. */
async function* inBatches(
  { ledger, ledgerIndex }: Stores,
  search: LedgerSearch,
  before?: number,
): AsyncGenerator<LedgerEntry[]> {
  let last = before;
  while (true) {
    const ids = await ledgerIndex.find(search, batch, last);
    yield ledger.entries(ids);
    last = ids.at(-1);
    if (ids.length < batch) return;
    await setImmediate();
  }
}

function sum({ yes, no, neither }: OutcomeCounts): number {
  return yes + no + neither;
}

function noCounts(): OutcomeCounts {
  return { yes: 0, no: 0, neither: 0 };
}

function entrySide(entry: LedgerEntry): OutcomeSide {
  return sideOf(entryOutcome(entry).tone);
}
