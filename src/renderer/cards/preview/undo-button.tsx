import { useEffect, useId, useRef } from 'react';
import { DecidingButton } from '../../ui/decision/deciding-button.tsx';
import type { PreviewCardState } from './preview-card-state.ts';
import type { PreviewIntents } from './preview-intents.ts';

/** Undoes an applied change while every file is as it was written; names the file that is not. */
export function UndoButton({ card, intents }: { card: PreviewCardState; intents: PreviewIntents }) {
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
        off={card.sending || changed !== null}
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
