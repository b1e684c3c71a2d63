import { useEffect, useRef } from 'react';
import type { PendingAction } from '../../../shared/resolve/pending-action.ts';
import { Button } from '../../ui/button.tsx';
import { ProblemLine } from '../../ui/problem-line.tsx';
import { DiscardForm } from './discard-form.tsx';
import type { PreviewCardState, PreviewCardStore } from './preview-card-store.ts';

type PreviewActionsProps = { action: PendingAction; card: PreviewCardState; store: PreviewCardStore };

/** What a person can do with a preview as it stands. */
export function PreviewActions({ action, card, store }: PreviewActionsProps) {
  const { ending, decision } = action;
  const failure = ending === null ? action.failure : null;
  return (
    <>
      {failure === null ? null : (
        <div className="mt-3">
          <ProblemLine>{failure}</ProblemLine>
        </div>
      )}
      {card.problem === null ? null : (
        <div className="mt-3">
          <ProblemLine>{card.problem}</ProblemLine>
        </div>
      )}
      {ending === null && decision === null ? <Deciding {...{ action, card, store }} /> : null}
      {/* Not where Apply was: a second press meant for that one must not undo it. */}
      {ending?.type === 'applied' && !ending.undone ? (
        <div className="mt-3">
          <Button aria-disabled={card.sending} onClick={() => store.undo(action)}>
            Undo
          </Button>
        </div>
      ) : null}
    </>
  );
}

function Deciding({ action, card, store }: PreviewActionsProps) {
  const { id } = action;
  const discard = useRef<HTMLButtonElement>(null);
  const opened = useRef(false);
  useEffect(() => {
    if (opened.current && !card.discarding) discard.current?.focus({ preventScroll: true });
    opened.current = card.discarding;
  }, [card.discarding]);
  if (card.discarding) {
    return (
      <DiscardForm
        reason={card.reason}
        busy={card.sending}
        onReason={(reason) => store.typeReason(id, reason)}
        onKeep={() => store.closeDiscard(id)}
        onDiscard={() => store.discard(action)}
      />
    );
  }
  return (
    <div className="mt-4 flex flex-wrap items-center justify-end gap-2">
      <span role="status" className="text-secondary">
        {card.sending ? 'Sending…' : ''}
      </span>
      <Button ref={discard} aria-disabled={card.sending} onClick={() => store.openDiscard(id)}>
        Discard
      </Button>
      <Button
        look="accent"
        className="forced-color-adjust-none"
        aria-disabled={card.sending}
        onClick={() => store.apply(action)}
      >
        Apply
      </Button>
    </div>
  );
}
