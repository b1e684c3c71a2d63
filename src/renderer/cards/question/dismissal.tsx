import { useEffect, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { DecidingButton } from '../../ui/decision/deciding-button.tsx';
import { useDecidingKeys } from '../../ui/decision/use-arming.ts';
import { GrowingTextField } from '../../ui/text-input.tsx';
import type { QuestionIntents } from './question-card-kind.ts';
import { onPlainEnter } from './keys/card-keys.ts';

type DismissFormProps = { reason: string; intents: QuestionIntents };

/** Asks why, before the questions are dismissed; the reason may stay empty. */
export function DismissForm({ reason, intents }: DismissFormProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const { byKey } = useDecidingKeys(field, '');
  useEffect(() => {
    if (document.activeElement === document.body) field.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className="mt-4 flex flex-wrap items-end justify-end gap-2 border-t border-hairline pt-4">
      <div className="min-w-56 flex-1">
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
      <div className="flex flex-wrap gap-2">
        <Button look="quiet" onClick={intents.closeDismissal}>
          Keep
        </Button>
        <DecidingButton onClick={intents.dismiss}>Dismiss questions</DecidingButton>
      </div>
    </div>
  );
}

type DismissingProps = { reason: string; undoable: boolean; onUndo(): void };

/** Stands in for the questions while their dismissal can be taken back, and while it is sent. */
export function Dismissing({ reason, undoable, onUndo }: DismissingProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) button.current?.focus({ preventScroll: true });
  }, []);
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <p role="status" className="text-secondary">
          Dismissing…
        </p>
        <Button ref={button} aria-disabled={!undoable} onClick={onUndo}>
          Undo
        </Button>
      </div>
      {reason.trim() === '' ? null : (
        <p className="mt-2 max-h-40 overflow-y-auto wrap-anywhere whitespace-pre-wrap" dir="auto">
          Reason: {reason}
        </p>
      )}
    </>
  );
}
