import { GitCompare, SquarePen } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { type PlanCardState, changedText } from './plan-card-state.ts';
import { isSending } from '../store/card-kind.ts';
import type { PlanIntents } from './plan-card-kind.ts';
import type { PlanPart } from './plan-part.ts';

type PlanToolbarProps = { part: PlanPart; card: PlanCardState; intents: PlanIntents; deciding: boolean };

/** Editing, comparing, and what stands in place of the proposed plan. */
export function PlanToolbar({ part, card, intents, deciding }: PlanToolbarProps) {
  const edited = changedText(card, part) !== null;
  const canCompare = part.action.preview.revision !== null;
  if (!deciding && !canCompare && !edited) return null;
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-1 gap-y-1 text-second">
      {deciding ? <EditButton editing={card.editing} intents={intents} busy={isSending(card)} /> : null}
      {canCompare ? (
        <Button
          look="quiet"
          aria-expanded={card.comparing}
          onClick={() => intents.setComparing(!card.comparing)}
        >
          <GitCompare aria-hidden className="size-4" />
          What changed
        </Button>
      ) : null}
      {edited ? (
        <span className="px-2 text-secondary">
          {deciding ? 'Edited by you' : 'With your changes, which were not sent'}
        </span>
      ) : null}
      {deciding && (edited || card.dropped !== null) ? (
        <Button look="quiet" aria-disabled={isSending(card)} onClick={intents.swapEdit}>
          {edited ? 'Back to the agent’s version' : 'Bring back my version'}
        </Button>
      ) : null}
    </div>
  );
}

type EditButtonProps = { editing: boolean; busy: boolean; intents: PlanIntents };

/** Turns editing on and off; it has the focus again when that ends by a key. */
function EditButton({ editing, busy, intents }: EditButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const before = useRef(editing);
  useEffect(() => {
    const ended = before.current && !editing;
    before.current = editing;
    if (ended && document.activeElement === document.body) button.current?.focus({ preventScroll: true });
  }, [editing]);
  return (
    <Button
      ref={button}
      look={editing ? 'secondary' : 'quiet'}
      className={editing ? '' : '-ms-3'}
      aria-disabled={busy}
      onClick={() => intents.setEditing(!editing)}
    >
      <SquarePen aria-hidden className="size-4" />
      {editing ? 'Done' : 'Edit'}
    </Button>
  );
}
