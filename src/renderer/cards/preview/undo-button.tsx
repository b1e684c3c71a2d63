import { Undo2 } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { DecidingButton } from '../../ui/decision/deciding-button.tsx';
import { isSending } from '../store/card-kind.ts';
import type { PreviewIntents } from './preview-card-kind.ts';
import type { PreviewCardState } from './preview-card-state.ts';

type UndoButtonProps = { card: PreviewCardState; intents: PreviewIntents };

/** Undoes an applied change while every file is as it was written. */
export function UndoButton({ card, intents }: UndoButtonProps) {
  const place = useRef<HTMLSpanElement>(null);
  const hindranceId = useId();
  const latest = useRef(intents);
  useEffect(() => {
    latest.current = intents;
  });
  useEffect(() => {
    const done = new AbortController();
    const check = () => latest.current.checkUndo();
    const region = place.current?.closest('section');
    check();
    window.addEventListener('focus', check, { signal: done.signal });
    for (const sign of ['focusin', 'pointerenter'])
      region?.addEventListener(sign, check, { signal: done.signal });
    return () => done.abort();
  }, []);
  const changed = card.undoHindrance;
  return (
    <span ref={place}>
      <DecidingButton
        look="quiet"
        className="text-ink"
        off={isSending(card) || changed !== null}
        aria-describedby={changed === null ? undefined : hindranceId}
        onClick={intents.undo}
      >
        <Undo2 aria-hidden />
        Undo
      </DecidingButton>
      {changed === null ? null : (
        <span id={hindranceId} className="sr-only">
          {hindranceText(changed)}
        </span>
      )}
    </span>
  );
}

/** Says which file keeps a change from being undone. */
export function hindranceText(path: string): string {
  return `${path} was changed after this was applied, so it can’t be undone.`;
}
