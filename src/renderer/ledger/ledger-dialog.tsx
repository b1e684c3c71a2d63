import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useParley } from '../parley-context.tsx';
import type { ParleyState } from '../state/parley-store.ts';
import { closeDialog } from '../state/view-store.ts';
import { AfterDelay } from '../ui/after-delay.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ProblemLine } from '../ui/problem-line.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { LedgerActions } from './ledger-actions.tsx';
import { createLedgerView, type LedgerView } from './ledger-view.ts';
import type { LedgerEntry } from '../../shared/ledger/ledger-entry.ts';
import { dayName, dayOf, useToday } from '../transcript/rows/days.ts';
import { LedgerRow } from './ledger-row.tsx';

/** The record of what was asked and decided, in every workspace there is and was. */
export function LedgerDialog() {
  const { view: page, companion, store } = useParley();
  const [view] = useState(() => createLedgerView(companion.client.ledger));
  const { query, entries, hasMore, problem, done } = useStore(view.state);
  useEffect(() => {
    view.refresh();
    // What waits no longer has been decided, here or in another window.
    return store.subscribe((now, before) => waitingIn(now) < waitingIn(before) && view.refresh());
  }, [view, store]);
  return (
    <Dialog title="Decisions" size="wide" onClose={() => closeDialog(page, 'ledger')}>
      <TextInput
        type="search"
        aria-label="Search decisions"
        placeholder="Search"
        value={query}
        data-first-focus
        onChange={(event) => view.search(event.target.value)}
      />
      <p role="status" className="mt-2 mb-3 min-h-[1lh] text-small text-secondary">
        {done ?? (entries === null ? '' : countText(entries.length, hasMore))}
      </p>
      {problem !== null && <ProblemLine>{problem}</ProblemLine>}
      {/* Its place is kept, so that the search does not move while one types. */}
      <div className="min-h-[min(24rem,45dvh)]">
        <Found view={view} />
      </div>
      <LedgerActions view={view} />
    </Dialog>
  );
}

function Found({ view }: { view: LedgerView }) {
  const { query, entries, hasMore } = useStore(view.state);
  if (entries === null) return <AfterDelay>Looking…</AfterDelay>;
  if (entries.length === 0)
    return (
      <p className="py-8 text-center text-secondary">
        {query.trim() === ''
          ? 'Nothing was decided yet. Questions you answer and previews you settle are noted here.'
          : 'Nothing has these words.'}
      </p>
    );
  return (
    <div className="flex flex-col gap-4">
      <LedgerList entries={entries} />
      {hasMore && (
        <Button className="self-center" onClick={() => view.loadMore()}>
          Show older
        </Button>
      )}
    </div>
  );
}

function waitingIn({ app }: ParleyState): number {
  return app?.workspaces.reduce((sum, { waiting }) => sum + waiting, 0) ?? 0;
}

function countText(count: number, hasMore: boolean): string {
  if (hasMore) return `The newest ${count}`;
  return count === 1 ? '1 decision' : `${count} decisions`;
}

/** Decisions under the days they were made on, newest first. */
function LedgerList({ entries }: { entries: readonly LedgerEntry[] }) {
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
