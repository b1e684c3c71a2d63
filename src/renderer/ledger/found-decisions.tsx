import { useStore } from 'zustand';
import { useParley } from '../parley-context.tsx';
import { closePage } from '../state/view-store.ts';
import { AfterDelay } from '../ui/after-delay.tsx';
import { Button } from '../ui/button.tsx';
import { LoadFailure } from '../ui/problem-line.tsx';
import type { LedgerEntry } from '../../shared/ledger/ledger-entry.ts';
import { dayName, dayOf, useToday } from '../transcript/rows/days.ts';
import { DecisionRow } from './decision-row.tsx';
import { type LedgerFilters, type LedgerView, noFilters } from './ledger-view.ts';

/** The decisions that were found, or what stands in their place. */
export function FoundDecisions({ view }: { view: LedgerView }) {
  const { filters, entries, hasMore, problem, done } = useStore(view.state);
  if (entries === null && problem !== null)
    return (
      <LoadFailure action="Try again" onAction={view.refresh}>
        {problem}
      </LoadFailure>
    );
  if (entries === null) return <AfterDelay>{<Skeleton />}</AfterDelay>;
  return (
    <>
      {entries.length === 0 ? (
        <Nothing view={view} />
      ) : (
        <Days entries={entries} query={filters.query} hasMore={hasMore} />
      )}
      <div className="flex flex-col items-start gap-3 px-3 pt-4">
        {hasMore && <Button onClick={() => view.loadMore()}>Show older</Button>}
        <p role="status" className="text-small text-tertiary">
          {done ?? (entries.length === 0 ? '' : countText(entries.length, hasMore))}
        </p>
      </div>
    </>
  );
}

function Skeleton() {
  return (
    <div className="flex flex-col gap-6 px-3 pt-8" aria-busy>
      <p className="sr-only">Loading the decisions</p>
      {['w-1/3', 'w-1/2', 'w-2/5', 'w-1/3'].map((width, index) => (
        <div key={index} aria-hidden className="flex flex-col gap-2">
          <div className={`h-4 rounded-control bg-hover ${width}`} />
          <div className="h-4 w-2/3 rounded-control bg-hover" />
        </div>
      ))}
    </div>
  );
}

/** An empty page: one sentence, and the one thing to do about it. */
function Nothing({ view }: { view: LedgerView }) {
  const { view: window } = useParley();
  const { filters } = useStore(view.state);
  const filtered = isFiltered(filters);
  return (
    <div className="flex flex-col items-center gap-4 py-20 text-center">
      <p className="max-w-100 text-secondary">
        {filtered
          ? 'No decision fits these words and filters.'
          : 'Nothing was decided yet. What you answer, approve and discard is noted here.'}
      </p>
      {filtered ? (
        <Button onClick={() => view.filter(noFilters)}>Show all decisions</Button>
      ) : (
        <Button onClick={() => closePage(window)}>Back to chat</Button>
      )}
    </div>
  );
}

function isFiltered({ query, ...filters }: LedgerFilters): boolean {
  return query.trim() !== '' || Object.values(filters).some((filter) => filter !== null);
}

function countText(count: number, hasMore: boolean): string {
  if (hasMore) return `The newest ${count} decisions`;
  return count === 1 ? '1 decision' : `${count} decisions`;
}

type DaysProps = { entries: readonly LedgerEntry[]; query: string; hasMore: boolean };

/** Decisions under the days they were made on, newest first. */
function Days({ entries, query, hasMore }: DaysProps) {
  const today = useToday();
  const days = [...Map.groupBy(entries, ({ settledAt }) => dayOf(settledAt).start)];
  return days.map(([start, ofDay], index) => (
    <section key={start} aria-label={dayName(start, today)} className="mt-4">
      <h2 className="flex h-7 items-center gap-2 px-3 text-small font-medium text-secondary">
        {dayName(start, today)}
        {!(hasMore && index === days.length - 1) && (
          <span className="font-normal text-tertiary tabular-nums">{ofDay.length}</span>
        )}
      </h2>
      <ul>
        {ofDay.map((entry) => (
          <DecisionRow key={entry.id} entry={entry} query={query} />
        ))}
      </ul>
    </section>
  ));
}
