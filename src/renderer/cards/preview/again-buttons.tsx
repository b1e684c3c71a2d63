import { Redo2, Undo2 } from 'lucide-react';
import { type ComponentProps, type RefObject, useEffect, useId, useRef } from 'react';
import { DecidingButton } from '../../ui/decision/deciding-controls.tsx';
import { isSending } from '../store/card-kind.ts';
import type { PreviewIntents } from './preview-intents.ts';
import type { PreviewCardState } from './preview-card-state.ts';

type AgainButtonProps = { card: PreviewCardState; intents: PreviewIntents };

/** Undoes an applied change while every file is as it was written. */
export function UndoButton({ card, intents }: AgainButtonProps) {
  return (
    <WhileFilesStand
      {...{ card, intents }}
      look="quiet"
      className="text-ink"
      hindrance={undoHindrance(card)}
      onClick={intents.undo}
    >
      <Undo2 aria-hidden />
      Undo
    </WhileFilesStand>
  );
}

/** Applies an undone change again while every file is as it was before. */
export function RedoButton({ card, intents }: AgainButtonProps) {
  return (
    <WhileFilesStand
      {...{ card, intents }}
      look="quiet"
      className="text-ink"
      hindrance={applyHindrance(card)}
      onClick={intents.redo}
    >
      <Redo2 aria-hidden />
      Apply again
    </WhileFilesStand>
  );
}

type WhileFilesStandProps = AgainButtonProps &
  Omit<ComponentProps<typeof DecidingButton>, 'aria-describedby'> & {
    /** The reason why it can't be pressed, for a screen reader; null where there is none. */
    hindrance: string | null;
  };

/** A button that is off while a file is not as a change expects it. */
function WhileFilesStand({ card, intents, hindrance, ...rest }: WhileFilesStandProps) {
  const place = useRef<HTMLSpanElement>(null);
  const hindranceId = useId();
  useFilesChecked(place, intents);
  return (
    <span ref={place}>
      <DecidingButton
        off={isSending(card) || hindrance !== null}
        aria-describedby={hindrance === null ? undefined : hindranceId}
        {...rest}
      />
      {hindrance === null ? null : (
        <span id={hindranceId} className="sr-only">
          {hindrance}
        </span>
      )}
    </span>
  );
}

/** Asks about the files of a change when it is shown, pointed at or focused, and when the window gets the focus. */
export function useFilesChecked(
  place: RefObject<Element | null>,
  intents: Pick<PreviewIntents, 'checkFiles'>,
): void {
  const latest = useRef(intents);
  useEffect(() => {
    latest.current = intents;
  });
  useEffect(() => {
    const done = new AbortController();
    const check = () => latest.current.checkFiles();
    const region = place.current?.closest('section');
    check();
    window.addEventListener('focus', check, { signal: done.signal });
    for (const sign of ['focusin', 'pointerenter'])
      region?.addEventListener(sign, check, { signal: done.signal });
    return () => done.abort();
  }, [place]);
}

/** Says which file keeps a change from being undone; null where none does. */
export function undoHindrance({ filesInWay }: PreviewCardState): string | null {
  const path = filesInWay?.[0];
  return path === undefined ? null : `${path} was changed after this was applied, so it can’t be undone.`;
}

/** The same of a change that would be applied again. */
export function applyHindrance({ filesInWay }: PreviewCardState): string | null {
  const path = filesInWay?.[0];
  return path === undefined ? null : `${path} is not as this change expects, so it can’t be applied again.`;
}
