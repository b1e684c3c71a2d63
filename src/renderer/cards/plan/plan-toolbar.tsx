import { GitCompare, SquarePen } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { type PlanCardState, changedText } from './plan-card-state.ts';
import { isSending } from '../store/card-kind.ts';
import type { PlanIntents } from './plan-card-kind.ts';
import type { PlanPart } from './plan-part.ts';

type PlanToolsProps = { part: PlanPart; card: PlanCardState; intents: PlanIntents; deciding: boolean };

/** Editing and comparing. */
export function PlanTools({ part, card, intents, deciding }: PlanToolsProps) {
  return (
    <>
      {part.action.preview.revision === null ? null : (
        <Button
          look="quiet"
          aria-expanded={card.comparing}
          onClick={() => intents.setComparing(!card.comparing)}
        >
          <GitCompare aria-hidden className="size-4" />
          <span className="in-[header]:max-sm:sr-only">What changed</span>
        </Button>
      )}
      {deciding ? <EditButton editing={card.editing} intents={intents} busy={isSending(card)} /> : null}
    </>
  );
}

type PlanToolbarProps = PlanToolsProps & {
  /** True where the tools stand elsewhere. */
  bare: boolean;
};

/** The tools, and what stands in place of the proposed plan. */
export function PlanToolbar({ part, card, intents, deciding, bare }: PlanToolbarProps) {
  const edited = changedText(card, part) !== null;
  const canCompare = part.action.preview.revision !== null;
  const hasTools = !bare && (deciding || canCompare);
  if (!hasTools && !edited && card.dropped === null) return null;
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-1 gap-y-1 text-second">
      {hasTools ? (
        <span className="-ms-3 flex flex-wrap gap-x-1">
          <PlanTools {...{ part, card, intents, deciding }} />
        </span>
      ) : null}
      {edited ? (
        <span className="pe-2 text-secondary">
          {deciding ? editedWords(part) : 'With your changes, which were not sent'}
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

/** Says what becomes of an edit with the approval, where that is not just what is approved. */
function editedWords({ action }: PlanPart): string {
  return action.preview.edits === undefined
    ? 'Edited by you'
    : 'Edited by you. The agent hears a yes to its own version, and yours as the next message.';
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
      aria-disabled={busy}
      onClick={() => intents.setEditing(!editing)}
    >
      <SquarePen aria-hidden className="size-4" />
      <span className="in-[header]:max-sm:sr-only">{editing ? 'Done' : 'Edit'}</span>
    </Button>
  );
}
