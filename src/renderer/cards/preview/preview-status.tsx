import { Check, FileDiff, ListChecks, Replace, TriangleAlert, Undo2, X } from 'lucide-react';
import type { PendingAction } from '../../../shared/previews/pending-action.ts';
import { endingOf, failureOf, requestOf } from '../../../shared/previews/preview-state.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { noteOf, outdatedWords } from './preview-words.ts';
import { stateWords } from './state-words.ts';

/** State of a preview, announced to screen readers too; the agent's tool it comes from shows on hover. */
export function PreviewStatus({ action }: { action: PendingAction }) {
  return (
    <span
      role="status"
      title={action.asker === undefined ? action.sourceToolName : undefined}
      className={failureOf(action.state) === null ? '' : 'text-danger'}
    >
      {stateWords(action)}
    </span>
  );
}

/** The icon of a preview: what it is while it waits, then what came of it. */
export function PreviewIcon({ action: { state, preview } }: { action: PendingAction }) {
  const ending = endingOf(state);
  if (ending === null) {
    if (failureOf(state) !== null) return <TriangleAlert aria-hidden className="text-danger" />;
    return preview.type === 'plan' ? <ListChecks aria-hidden /> : <FileDiff aria-hidden />;
  }
  switch (ending.type) {
    case 'applied':
      return ending.undone ? <Undo2 aria-hidden /> : <Check aria-hidden />;
    case 'discarded':
      return <X aria-hidden />;
    case 'refined':
      return ending.superseded ? <Replace aria-hidden /> : <ListChecks aria-hidden />;
    case 'superseded':
      return <Replace aria-hidden />;
  }
}

/** Says which other chats have a change that a preview put out of date when it was carried out. */
export function OutdatedOthers({ action }: { action: PendingAction }) {
  const words = outdatedWords(endingOf(action.state));
  return words === null ? null : (
    <p className="px-4 pb-2.5 text-small text-secondary wrap-anywhere">{words}</p>
  );
}

/** Shows the reasons of the model and of the person. */
export function PreviewReasons({ action }: { action: PendingAction }) {
  const ending = endingOf(action.state);
  const ended = ending === null || ending.type === 'superseded' ? null : ending;
  const agentReason = ended === null ? (requestOf(action.state)?.reason ?? null) : ended.agentReason;
  const note = noteOf(action);
  const userWords = ended?.userWords ?? null;
  if ([agentReason, userWords, note].every((text) => text === null || text.trim() === '')) return null;
  return (
    <div className="border-t border-hairline px-4 pt-0.5 pb-3 text-second">
      <Words by="The agent" text={agentReason} />
      <Words by="You" text={userWords} />
      {note === null ? null : <p className="mt-2.5 text-secondary">{note}</p>}
    </div>
  );
}

/** A quoted remark; nothing if the text is null. */
export function Words({ by, text }: { by: string; text: string | null }) {
  if (text === null || text.trim() === '') return null;
  return (
    <p className="mt-2.5 max-h-60 overflow-y-auto wrap-anywhere whitespace-pre-wrap" dir="auto">
      <span className="text-secondary">{by}: </span>
      <VisibleText text={text} />
    </p>
  );
}
