import '../../styles/plan.css';
import type { ReactNode } from 'react';
import { CopyButton } from '../../ui/copy-button.tsx';
import type { ReaderHead } from '../review/review-view.tsx';
import { PreviewIcon, PreviewStatus } from '../review/review-status.tsx';
import type { CardStore } from '../store/card-store.ts';
import { useCard } from '../store/use-card.ts';
import { WholeNote } from './plan-text.tsx';
import { PlanActions, PlanProblems } from './plan-actions.tsx';
import { PlanBody, PlanTools } from './plan-body.tsx';
import { PlanReasons, PlanTitle } from './plan-card.tsx';
import { changedText, planCardKind, type PlanPart } from './plan-card-kind.ts';

type PlanReaderProps = { part: PlanPart; store: CardStore; head(head: ReaderHead): ReactNode };

/** A plan in full, with the buttons to decide. */
export function PlanReader({ part, store, head }: PlanReaderProps) {
  const { action } = part;
  const { card, intents } = useCard(store, planCardKind, part);
  const deciding = action.state.type === 'open';
  const plan = changedText(card, part) ?? action.preview.plan;
  return (
    <>
      {head({
        title: 'Plan',
        icon: <PreviewIcon action={action} />,
        calling: deciding,
        about: (
          <span className={`text-small font-medium ${deciding ? 'text-accent-ink' : ''}`}>
            <PreviewStatus action={action} />
          </span>
        ),
        tools: (
          <>
            <PlanTools {...{ part, card, intents, deciding }} />
            <CopyButton label="Copy plan" text={() => plan} />
          </>
        ),
      })}
      <div data-pane className="@container min-h-0 flex-1 overflow-y-auto px-7 pt-6 pb-4">
        <PlanTitle {...{ part, plan }} />
        <PlanBody {...{ part, card, intents, deciding }} bare />
        {deciding ? <WholeNote {...{ card, intents }} /> : null}
        <PlanReasons action={action} onOpen={null} />
      </div>
      <PlanProblems {...{ part, card }} />
      {deciding ? (
        <footer className="@container flex min-h-15 shrink-0 flex-wrap items-center gap-x-2 gap-y-1 border-t border-hairline bg-raised py-2 ps-4.5 pe-4">
          <PlanActions {...{ part, card, intents }} view={{ in: 'pane' }} />
        </footer>
      ) : null}
    </>
  );
}
