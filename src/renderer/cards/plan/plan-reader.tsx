import '../../styles/plan.css';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { CopyButton } from '../../ui/copy-button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import type { ReaderHead } from '../review/review-view.tsx';
import { PreviewIcon, PreviewStatus } from '../review/review-status.tsx';
import type { CardStore } from '../store/card-store.ts';
import { useCard } from '../store/use-card.ts';
import { WholeNote } from './plan-text.tsx';
import { PlanActions, PlanProblems } from './plan-actions.tsx';
import { PlanBody, PlanTools } from './plan-body.tsx';
import { PlanReasons, PlanTitle } from './plan-card.tsx';
import {
  changedText,
  planCardKind,
  type PlanCardState,
  type PlanIntents,
  type PlanPart,
} from './plan-card-kind.ts';

type PlanReaderProps = { part: PlanPart; store: CardStore; head(head: ReaderHead): ReactNode };

/** A plan in full, with the buttons to decide. */
export function PlanReader({ part, store, head }: PlanReaderProps) {
  const { action } = part;
  const { card, intents } = useCard(store, planCardKind, part);
  const deciding = action.state.type === 'open';
  const plan = changedText(card, part) ?? action.preview.plan;
  const scroller = useRef<HTMLDivElement>(null);
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
      {action.preview.revision === null || card.editing ? null : (
        <ChangesBar {...{ card, intents, plan, scroller }} />
      )}
      <div ref={scroller} data-pane className="@container min-h-0 flex-1 overflow-y-auto px-7 pt-6 pb-4">
        <PlanTitle {...{ part, plan }} />
        <PlanBody {...{ part, card, intents, deciding }} />
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

const views = [
  { value: 'clean', label: 'Clean' },
  { value: 'changes', label: 'What changed' },
] as const;

type ChangesBarProps = {
  card: PlanCardState;
  intents: PlanIntents;
  plan: string;
  scroller: RefObject<HTMLElement | null>;
};

/** Shows a plan with what changed since the version before, or without, and leads from one change to the next. */
function ChangesBar({ card: { comparing }, intents, plan, scroller }: ChangesBarProps) {
  return (
    <div className="@container shrink-0 border-b border-hairline ps-7 pe-2 text-second text-secondary">
      <div className="flex min-h-11 flex-wrap items-center gap-x-3 py-1">
        <Segmented
          label="Plan as"
          choices={views}
          value={comparing ? 'changes' : 'clean'}
          onChoose={(view) => intents.setComparing(view === 'changes')}
        />
        {comparing ? (
          <>
            <span className="@max-[460px]:hidden">since the version before</span>
            <ChangeSteps key={plan} scroller={scroller} />
          </>
        ) : null}
      </div>
    </div>
  );
}

function ChangeSteps({ scroller }: { scroller: RefObject<HTMLElement | null> }) {
  const [count, setCount] = useState(0);
  const [at, setAt] = useState<number | null>(null);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setCount(changesIn(scroller.current).length));
    return () => cancelAnimationFrame(frame);
  }, [scroller]);

  function go(to: number): void {
    setAt(to);
    changesIn(scroller.current)[to]?.scrollIntoView({ block: 'center' });
  }

  return (
    <span className="ms-auto flex items-center">
      <span role="status" className="pe-1 tabular-nums">
        {at === null ? changeCount(count) : `Change ${at + 1} of ${count}`}
      </span>
      <IconButton
        label="Previous change"
        icon={<ChevronUp aria-hidden />}
        disabled={count === 0}
        onClick={() => go(at === null ? count - 1 : (at + count - 1) % count)}
      />
      <IconButton
        label="Next change"
        icon={<ChevronDown aria-hidden />}
        disabled={count === 0}
        onClick={() => go(at === null ? 0 : (at + 1) % count)}
      />
    </span>
  );
}

function changeCount(count: number): string {
  return count === 1 ? '1 change' : `${count} changes`;
}

/** Blocks that changed, are new or are gone, in the order of the plan. */
function changesIn(plan: HTMLElement | null): HTMLElement[] {
  return plan === null ? [] : [...plan.querySelectorAll<HTMLElement>('[data-changed], .changed-block')];
}
