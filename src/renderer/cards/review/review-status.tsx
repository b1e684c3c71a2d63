import {
  Check,
  FileDiff,
  ListChecks,
  type LucideIcon,
  Replace,
  TriangleAlert,
  Undo2,
  Wrench,
  X,
} from 'lucide-react';
import type { PendingAction } from '../../../shared/previews/pending-action.ts';
import type { PreviewKind } from '../../../shared/previews/preview-kind.ts';
import { decidedOutcomeOf, failureOf, outcomeOf, requestOf } from '../../../shared/previews/preview-state.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { outdatedText, previewStatus, stateNote } from '../../../shared/previews/preview-text.ts';

/** State of a preview, announced to screen readers too; the agent's tool it comes from shows on hover. */
export function PreviewStatus({ action }: { action: PendingAction }) {
  return (
    <span
      role="status"
      title={action.asker === undefined ? action.sourceToolName : undefined}
      className={failureOf(action.state) === null ? '' : 'text-danger'}
    >
      {previewStatus(action)}
    </span>
  );
}

const kindIcons: Record<PreviewKind, LucideIcon> = { edit: FileDiff, plan: ListChecks, custom: Wrench };

/** The icon of a preview: what it is while it waits, then what came of it. */
export function PreviewIcon({ action: { state, preview } }: { action: PendingAction }) {
  const outcome = outcomeOf(state);
  if (outcome === null) {
    if (failureOf(state) !== null) return <TriangleAlert aria-hidden className="text-danger" />;
    const KindIcon = kindIcons[preview.type];
    return <KindIcon aria-hidden />;
  }
  switch (outcome.type) {
    case 'applied':
      return outcome.undone ? <Undo2 aria-hidden /> : <Check aria-hidden />;
    case 'discarded':
      return <X aria-hidden />;
    case 'refined':
      return outcome.superseded ? <Replace aria-hidden /> : <ListChecks aria-hidden />;
    case 'superseded':
      return <Replace aria-hidden />;
  }
}

/** Says which other chats have a waiting change of what a preview wrote. */
export function OutdatedOthers({ action }: { action: PendingAction }) {
  const text = outdatedText(outcomeOf(action.state));
  return text === null ? null : <p className="px-4 pb-2.5 text-small text-secondary wrap-anywhere">{text}</p>;
}

/** Shows the reasons of the model and of the person. */
export function PreviewReasons({ action }: { action: PendingAction }) {
  const outcome = decidedOutcomeOf(action.state);
  const agentReason = outcome === null ? (requestOf(action.state)?.reason ?? null) : outcome.agentReason;
  const note = stateNote(action);
  const userWords = outcome?.userWords ?? null;
  if ([agentReason, userWords, note].every((text) => text === null || text.trim() === '')) return null;
  return (
    <div className="border-t border-hairline px-4 pt-0.5 pb-3 text-second">
      <Words by="Why" text={agentReason} />
      <Words by="You" text={userWords} />
      {note === null ? null : <p className="mt-2.5 text-secondary">{note}</p>}
    </div>
  );
}

/** A remark with what it is before it; nothing if the text is null. */
export function Words({ by, text }: { by: string; text: string | null }) {
  if (text === null || text.trim() === '') return null;
  return (
    <p className="mt-2.5 max-h-60 overflow-y-auto wrap-anywhere whitespace-pre-wrap" dir="auto">
      <span className="text-secondary">{by}: </span>
      <VisibleText text={text} />
    </p>
  );
}
