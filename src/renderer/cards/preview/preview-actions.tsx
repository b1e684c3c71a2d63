import { useEffect, useId, useRef } from 'react';
import type { PendingAction } from '../../../shared/previews/pending-action.ts';
import { endingOf, failureOf } from '../../../shared/previews/preview-state.ts';
import { DecidingButton } from '../../ui/decision/deciding-button.tsx';
import { ProblemLine } from '../../ui/problem-line.tsx';
import { isSending } from '../store/card-kind.ts';
import { Deciding } from './deciding.tsx';
import type { PreviewIntents } from './preview-card-kind.ts';
import type { PreviewCardState } from './preview-card-state.ts';
import { retryAdvice } from './preview-words.ts';

/** Undoes an applied change while every file is as it was written; names the file that is not. */
function UndoButton({ card, intents }: { card: PreviewCardState; intents: PreviewIntents }) {
  const row = useRef<HTMLDivElement>(null);
  const reasonId = useId();
  const latest = useRef(intents);
  useEffect(() => {
    latest.current = intents;
  });
  useEffect(() => {
    const done = new AbortController();
    const check = () => latest.current.checkUndo();
    const region = row.current?.closest('section');
    check();
    window.addEventListener('focus', check, { signal: done.signal });
    for (const sign of ['focusin', 'pointerenter'])
      region?.addEventListener(sign, check, { signal: done.signal });
    return () => done.abort();
  }, []);
  const changed = card.undoHindrance;
  return (
    <div ref={row} className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1">
      <DecidingButton
        off={isSending(card) || changed !== null}
        aria-describedby={changed === null ? undefined : reasonId}
        onClick={intents.undo}
      >
        Undo
      </DecidingButton>
      {changed === null ? null : (
        <p id={reasonId} className="min-w-0 text-second text-secondary wrap-anywhere">
          {changed} was changed after this was applied, so it can’t be undone.
        </p>
      )}
    </div>
  );
}

type PreviewActionsProps = { action: PendingAction; card: PreviewCardState; intents: PreviewIntents };

/** Buttons of a preview in its current state. */
export function PreviewActions({ action, card, intents }: PreviewActionsProps) {
  const ending = endingOf(action.state);
  const failure = failureOf(action.state);
  return (
    <>
      {failure !== null ? (
        <div className="mt-3">
          <ProblemLine>
            {failure.text} <span className="block text-secondary">{retryAdvice(failure)}</span>
          </ProblemLine>
        </div>
      ) : null}
      {card.failure === null ? null : <Problem text={card.failure} ended={ending !== null} />}
      {action.state.type === 'open' ? <Deciding action={action} card={card} intents={intents} /> : null}
      {/* Not where Apply was: a second press meant for that one must not undo it. */}
      {ending?.type === 'applied' && !ending.undone ? <UndoButton card={card} intents={intents} /> : null}
    </>
  );
}

/** A decision that came too late is no failure: somebody has decided. */
function Problem({ text, ended }: { text: string; ended: boolean }) {
  return (
    <div className="mt-3">
      {ended ? (
        <p role="status" className="text-second text-secondary">
          {text}
        </p>
      ) : (
        <ProblemLine>{text}</ProblemLine>
      )}
    </div>
  );
}
