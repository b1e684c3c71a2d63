import { ArrowLeft } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useParley, useView } from '../parley-context.tsx';
import type { ParleyState } from '../state/parley-store.ts';
import { closePage } from '../state/view-store.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { ProblemLine } from '../ui/problem-line.tsx';
import { usePage } from '../ui/use-page.ts';
import { useMedia } from '../use-media.ts';
import { DecisionActions } from './decision-actions.tsx';
import { DecisionFilters } from './decision-filters.tsx';
import { FoundDecisions } from './found-decisions.tsx';
import { createLedgerView, type LedgerView } from './ledger-view.ts';

/** The record of what was asked and decided, in every chat there is and was. */
export function DecisionsPage() {
  const { view: window, companion, store, requestCaret } = useParley();
  const [view] = useState(() => createLedgerView(companion.client.ledger, Date.now));
  const page = usePage({ onClose: () => closePage(window), onLost: requestCaret });
  useEffect(() => {
    view.refresh();
    // What waits no longer has been decided, here or in another window.
    return store.subscribe((now, before) => waitingIn(now) < waitingIn(before) && view.refresh());
  }, [view, store]);
  return (
    <div {...page} role="region" aria-label="Decisions" className="overflow-y-auto bg-window">
      <div className="mx-auto w-full max-w-209 px-8 pt-8 pb-16 max-md:px-4 max-md:pt-3">
        <div className="drag-region flex items-center gap-1">
          <BackButton />
          <h1 className="min-w-0 flex-1 text-title font-semibold">Decisions</h1>
          <DecisionActions view={view} />
        </div>
        <DecisionFilters view={view} />
        <Problem view={view} />
        <FoundDecisions view={view} />
      </div>
    </div>
  );
}

/** The way back where no list of chats stands beside the page. */
function BackButton() {
  const { view } = useParley();
  const sidebar = useView((state) => state.columns.sidebarShown);
  const narrow = useMedia('(width < 720px)');
  if (sidebar && !narrow) return null;
  return (
    <IconButton
      label="Back to chat"
      icon={<ArrowLeft aria-hidden />}
      className="-ms-2"
      onClick={() => closePage(view)}
    />
  );
}

/** A problem with what is shown already; without anything to show, the problem has the place of the list. */
function Problem({ view }: { view: LedgerView }) {
  const { problem, entries } = useStore(view.state);
  return problem === null || entries === null ? null : <ProblemLine>{problem}</ProblemLine>;
}

function waitingIn({ app }: ParleyState): number {
  return app?.workspaces.reduce((sum, { waiting }) => sum + waiting, 0) ?? 0;
}
