import { useRef } from 'react';
import { isAnswered } from '../../../shared/questions/answer-draft.ts';
import type { Question } from '../../../shared/questions/question.ts';
import { ProblemLine } from '../../ui/problem-line.tsx';
import { CardButtons } from './card-buttons.tsx';
import type { CardIntents } from './card-intents.ts';
import { type CardState, hasTabs } from './card-state.ts';
import { DismissForm, UndoDismissal } from './dismissal.tsx';
import { QuestionPanel } from './question-panel.tsx';
import { QuestionTabs } from './question-tabs.tsx';
import { useDoubleClickGuard } from './use-double-click-guard.ts';
import { useKeepInView } from './use-keep-in-view.ts';

type WaitingBodyProps = { questions: readonly Question[]; card: CardState; intents: CardIntents };

/** The inside of a card that waits for the person. */
export function WaitingBody({ questions, card, intents }: WaitingBodyProps) {
  const { phase, draft } = card;
  const guardClicks = useDoubleClickGuard(card.tab);
  const body = useRef<HTMLDivElement>(null);
  useKeepInView(body, card.tab);
  if (phase.type === 'undoable') return <UndoDismissal onUndo={intents.undoDismissal} />;

  const [first] = questions;
  const inTabs = hasTabs(questions) || first === undefined;
  const shared = { card, busy: phase.type === 'sending', intents };
  const submitIfAnswered = () => first !== undefined && isAnswered(draft, first) && intents.submit();
  return (
    <div ref={body} role="presentation" onClickCapture={guardClicks}>
      {inTabs ? (
        <QuestionTabs questions={questions} {...shared} />
      ) : (
        <QuestionPanel question={first} draft={draft} {...shared} inTabs={false} onGoOn={submitIfAnswered} />
      )}
      {phase.type === 'open' && phase.failure !== null ? (
        <div className="mt-4">
          <ProblemLine>{phase.failure}</ProblemLine>
        </div>
      ) : null}
      {phase.type === 'giving-reason' ? (
        <DismissForm reason={card.reason} intents={intents} />
      ) : (
        <CardButtons questions={questions} inTabs={inTabs} {...shared} />
      )}
      <p className="mt-3 text-small text-secondary">or just type a reply (this cancels these questions)</p>
    </div>
  );
}
