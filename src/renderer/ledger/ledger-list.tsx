import type { LedgerEntry } from '../../shared/ledger/ledger-entry.ts';
import { dayName, dayOf } from '../transcript/rows/days.ts';
import { useToday } from '../transcript/rows/use-today.ts';
import { LedgerRow } from './ledger-row.tsx';

/** Decisions under the days they were made on, newest first. */
export function LedgerList({ entries }: { entries: readonly LedgerEntry[] }) {
  const today = useToday();
  const days = Map.groupBy(entries, ({ settledAt }) => dayOf(settledAt).start);
  return Array.from(days, ([start, ofDay]) => (
    <section key={start} aria-label={dayName(start, today)}>
      <h3 className="mb-1 text-small font-medium text-secondary">{dayName(start, today)}</h3>
      <ul>
        {ofDay.map((entry) => (
          <LedgerRow key={entry.id} entry={entry} />
        ))}
      </ul>
    </section>
  ));
}
