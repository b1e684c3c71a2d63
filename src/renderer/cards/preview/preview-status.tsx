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
import type { ApplyFailure, PendingAction } from '../../../shared/previews/pending-action.ts';
import type { PreviewKind } from '../../../shared/previews/preview-kind.ts';
import { endingOf, failureOf, requestOf } from '../../../shared/previews/preview-state.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { noteOf, outdatedWords, stateWords } from './preview-words.ts';
import { applyHindrance } from './again-buttons.tsx';
import { ProblemLine } from '../../ui/problem-line.tsx';
import { type PreviewCardState, wholeDrops } from './preview-card-state.ts';
import type { EditAction } from './preview-part.ts';

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

const kindIcons: Record<PreviewKind, LucideIcon> = { edit: FileDiff, plan: ListChecks, custom: Wrench };

/** The icon of a preview: what it is while it waits, then what came of it. */
export function PreviewIcon({ action: { state, preview } }: { action: PendingAction }) {
  const ending = endingOf(state);
  if (ending === null) {
    if (failureOf(state) !== null) return <TriangleAlert aria-hidden className="text-danger" />;
    const KindIcon = kindIcons[preview.type];
    return <KindIcon aria-hidden />;
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

type PreviewProblemsProps = { action: EditAction; card: PreviewCardState };

/** The problem with a preview: carrying it out, or sending what the person decided. */
export function PreviewProblems({ action, card }: PreviewProblemsProps) {
  const failure = failureOf(action.state);
  const hasEnded = endingOf(action.state) !== null;
  const isFree = card.filesInWay !== null && applyHindrance(card, wholeDrops(card, action)) === null;
  if (failure === null && card.failure === null) return null;
  return (
    <div className="flex flex-col gap-3 px-4 py-3">
      {failure === null ? null : (
        <ProblemLine>
          {failure.text} <span className="block text-secondary">{retryAdvice(failure, isFree)}</span>
        </ProblemLine>
      )}
      {card.failure === null ? null : hasEnded ? (
        // A decision that came too late is no failure: somebody has decided.
        <p role="status" className="text-second text-secondary">
          {card.failure}
        </p>
      ) : (
        <ProblemLine>{card.failure}</ProblemLine>
      )}
    </div>
  );
}

/** Returns advice on a failed attempt; `isFree` where no file is in the way of another one any more. */
function retryAdvice({ kind }: ApplyFailure, isFree: boolean): string {
  switch (kind) {
    case 'changed':
      return isFree
        ? 'The file is as it was again: apply again, or discard this.'
        : 'Put the file back as it was and apply again, drop it, or ask for changes.';
    case 'other':
      return 'The preview is kept. Set that right and apply again, or discard it.';
  }
}
