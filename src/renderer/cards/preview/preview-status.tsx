import { Check, CircleAlert, Undo2, X } from 'lucide-react';
import type { PendingAction } from '../../../shared/previews/pending-action.ts';
import { endingOf, failureOf, requestOf } from '../../../shared/previews/preview-state.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { noteOf, stateWords } from './preview-words.ts';

/** Status of a preview, announced to screen readers too, and the agent's tool it comes from. */
export function PreviewStatus({ action }: { action: PendingAction }) {
  return (
    <>
      <span role="status" className="[&_svg]:me-1.5 [&_svg]:inline [&_svg]:size-3.5 [&_svg]:align-[-0.15em]">
        <Mark action={action} />
        {stateWords(action)}
      </span>
      {action.asker === undefined && <span className="font-mono text-code">{action.sourceToolName}</span>}
    </>
  );
}

function Mark({ action: { state } }: { action: PendingAction }) {
  const ending = endingOf(state);
  if (ending === null)
    return failureOf(state) === null ? null : <CircleAlert aria-hidden className="text-danger" />;
  switch (ending.type) {
    case 'applied':
      return ending.undone ? <Undo2 aria-hidden /> : <Check aria-hidden className="text-secondary" />;
    case 'discarded':
      return <X aria-hidden />;
    case 'refined':
    case 'superseded':
      return null;
  }
}

/** Shows the reasons of the model and of the person. */
export function PreviewReasons({ action }: { action: PendingAction }) {
  const ending = endingOf(action.state);
  const ended = ending === null || ending.type === 'superseded' ? null : ending;
  const agentReason = ended === null ? (requestOf(action.state)?.reason ?? null) : ended.agentReason;
  const note = noteOf(action);
  return (
    <>
      <Words by="The agent" text={agentReason} />
      <Words by="You" text={ended?.userWords ?? null} />
      {note === null ? null : <p className="mt-3 text-second text-secondary">{note}</p>}
    </>
  );
}

/** A quoted remark; nothing if the text is null. */
export function Words({ by, text }: { by: string; text: string | null }) {
  if (text === null || text.trim() === '') return null;
  return (
    <p className="mt-3 max-h-60 overflow-y-auto wrap-anywhere whitespace-pre-wrap" dir="auto">
      <span className="text-secondary">{by}: </span>
      <VisibleText text={text} />
    </p>
  );
}
