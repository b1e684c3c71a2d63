import { useEffect, useRef } from 'react';
import type { PendingAction } from '../../../shared/previews/pending-action.ts';
import { Button } from '../../ui/button.tsx';
import { DecidingButton } from '../../ui/decision/deciding-button.tsx';
import { PreviewField } from './preview-field.tsx';
import { type PreviewCardState, changedEdits } from './preview-card-state.ts';
import { isSending } from '../store/card-kind.ts';
import type { PreviewIntents } from './preview-card-kind.ts';

type DecidingProps = { action: PendingAction; card: PreviewCardState; intents: PreviewIntents };

/** The ways to decide. Nothing here takes the focus by itself, and nothing but a button decides. */
export function Deciding({ action, card, intents }: DecidingProps) {
  const row = useRef<HTMLDivElement>(null);
  const before = useRef(card.field);
  useEffect(() => {
    const left = before.current;
    before.current = card.field;
    if (left === null || card.field !== null || document.activeElement !== document.body) return;
    row.current?.querySelector<HTMLElement>(`[data-opens=${left}]`)?.focus({ preventScroll: true });
  }, [card.field]);
  return (
    <div ref={row} className="mt-4 flex flex-col gap-3">
      {card.field === 'reason' ? (
        <PreviewField
          label="Reason"
          placeholder="Why not? (optional)"
          value={card.reason}
          busy={isSending(card)}
          onType={intents.typeReason}
          onLeave={() => intents.openField(null)}
        />
      ) : null}
      {card.field === 'note' ? (
        <PreviewField
          label="Note"
          placeholder="Said to the agent together with your approval"
          value={card.note}
          busy={isSending(card)}
          onType={intents.typeNote}
          onLeave={() => intents.openField(null)}
        />
      ) : null}
      <div data-preview-buttons className="flex flex-wrap items-center justify-end gap-2">
        <span role="status" className="me-auto text-second text-secondary">
          {statusOf(card)}
        </span>
        {card.field === 'reason' ? (
          <Discarding {...{ action, card, intents }} />
        ) : (
          <Applying {...{ action, card, intents }} />
        )}
      </div>
      <p className="text-small text-secondary">
        or just type a reply (the preview stays, and waits for your decision)
      </p>
    </div>
  );
}

function Applying({ action, card, intents }: DecidingProps) {
  return (
    <>
      {card.field === 'note' ? null : (
        <Button
          data-opens="note"
          look="quiet"
          aria-disabled={isSending(card)}
          onClick={() => intents.openField('note')}
        >
          Add a note
        </Button>
      )}
      <Button data-opens="reason" aria-disabled={isSending(card)} onClick={() => intents.openField('reason')}>
        Discard
      </Button>
      <DecidingButton look="primary" about={action.fingerprint} off={isSending(card)} onClick={intents.apply}>
        Apply
      </DecidingButton>
    </>
  );
}

function Discarding({ action, card, intents }: DecidingProps) {
  return (
    <>
      <Button look="quiet" aria-disabled={isSending(card)} onClick={() => intents.openField(null)}>
        Keep
      </Button>
      <DecidingButton about={action.fingerprint} off={isSending(card)} onClick={intents.discard}>
        Discard changes
      </DecidingButton>
    </>
  );
}

function statusOf(card: PreviewCardState): string {
  if (isSending(card)) return 'Sending…';
  const edited = changedEdits(card).map(({ path }) => path);
  if (edited.length === 0 || card.field === 'reason') return '';
  return edited.length === 1 ? `With your edit of ${edited[0]}` : `With your edits of ${edited.length} files`;
}
