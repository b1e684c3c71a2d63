import { useEffect, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { DecidingButton, useDecidingKeys } from '../../ui/decision/deciding-controls.tsx';
import { GrowingTextField } from '../../ui/text-input.tsx';
import type { QuestionIntents } from './question-intents.ts';
import { onPlainEnter } from './keys/card-keys.ts';
import type { QuestionCardState } from './question-card-state.ts';
import { forSeconds, useNow } from '../../ui/use-now.ts';

type DismissFormProps = { reason: string; intents: QuestionIntents };

/** Asks why, before the questions are dismissed; the reason may stay empty. */
export function DismissForm({ reason, intents }: DismissFormProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const { byKey } = useDecidingKeys(field, '');
  useEffect(() => {
    if (document.activeElement === document.body) field.current?.focus({ preventScroll: true });
  }, []);
  return (
    <>
      <div className="min-w-48 flex-1 ps-2.5">
        <GrowingTextField
          ref={field}
          aria-label="Reason"
          className="max-h-40"
          placeholder="Why not? (optional)"
          value={reason}
          onChange={(event) => intents.typeReason(event.target.value)}
          onKeyDown={onPlainEnter(() => byKey(intents.dismiss))}
        />
      </div>
      <div className="ms-auto flex flex-wrap items-center gap-2">
        <Button look="quiet" onClick={intents.closeDismissal}>
          Keep
        </Button>
        <DecidingButton onClick={intents.dismiss}>Dismiss questions</DecidingButton>
      </div>
    </>
  );
}

type DismissingProps = { card: QuestionCardState; intents: QuestionIntents };

/** Buttons of the line of a card whose dismissal can be taken back, or is being sent. */
export function Dismissing({ card, intents }: DismissingProps) {
  const button = useRef<HTMLButtonElement>(null);
  const undoable = card.phase.type === 'undoable';
  useEffect(() => {
    if (document.activeElement === document.body) button.current?.focus({ preventScroll: true });
  }, []);
  return (
    <>
      {undoable && <SecondsLeft until={card.undoableUntil} />}
      <Button
        look="quiet"
        ref={button}
        className="text-ink"
        aria-disabled={!undoable}
        onClick={intents.undoDismissal}
      >
        Undo
      </Button>
      <DecidingButton look="quiet" className="font-normal" off={!undoable} onClick={intents.dismissNow}>
        Dismiss now
      </DecidingButton>
    </>
  );
}

function SecondsLeft({ until }: { until: number }) {
  const seconds = Math.max(0, Math.ceil((until - useNow(forSeconds)) / 1_000));
  return <span className="pe-2 text-small text-tertiary tabular-nums">{`${seconds}\u00a0s`}</span>;
}
