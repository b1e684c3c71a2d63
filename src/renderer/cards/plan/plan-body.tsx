import { useRef, useEffect } from 'react';
import { GrowingTextField } from '../../ui/text-input.tsx';
import { type PlanCardState, changedText } from './plan-card-state.ts';
import type { PlanIntents } from './plan-card-kind.ts';
import type { PlanPart } from './plan-part.ts';
import { PlanText } from './plan-text.tsx';
import { PlanToolbar } from './plan-toolbar.tsx';
import { RevisionDiff } from './revision-diff.tsx';

type PlanBodyProps = {
  part: PlanPart;
  card: PlanCardState;
  intents: PlanIntents;
  deciding: boolean;
  /** True where the tools stand in a head of their own. */
  bare?: boolean;
};

/** The plan itself: to be read and noted on, or to be edited. */
export function PlanBody({ part, card, intents, deciding, bare = false }: PlanBodyProps) {
  const { preview, userEdits } = part.action;
  const { revision } = preview;
  const edited = changedText(card, part);
  return (
    <>
      <PlanToolbar {...{ part, card, intents, deciding, bare }} />
      {card.comparing && revision !== null ? (
        <RevisionDiff name="Changes since the version before" file={revision} />
      ) : null}
      {deciding && card.editing ? (
        <PlanField text={edited ?? preview.plan} intents={intents} />
      ) : (
        <PlanText {...{ part, card, intents, deciding }} plan={edited ?? preview.plan} />
      )}
      {deciding
        ? null
        : userEdits?.map((file) => <RevisionDiff key={file.path} name="Your changes" file={file} />)}
    </>
  );
}

function PlanField({ text, intents }: { text: string; intents: PlanIntents }) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus({ preventScroll: true }), []);
  return (
    <GrowingTextField
      ref={field}
      aria-label="Plan"
      className="max-h-[70dvh] font-mono text-code"
      value={text}
      onChange={(event) => intents.typePlan(event.target.value)}
      onKeyDown={(event) => {
        const isDone = event.key === 'Escape' || (event.key === 'Enter' && (event.ctrlKey || event.metaKey));
        if (!isDone || event.nativeEvent.isComposing) return;
        event.preventDefault();
        intents.setEditing(false);
      }}
    />
  );
}
