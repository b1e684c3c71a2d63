import {
  Check,
  FileDiff,
  GitMerge,
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
import { meanwhileWords, noteOf, outdatedWords, stateWords } from './preview-words.ts';
import { ProblemLine } from '../../ui/problem-line.tsx';
import { type EditAction, openConflicts, type PreviewCardState } from './preview-card-state.ts';

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

/** Says which other chats have a waiting change of what a preview wrote. */
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

/** Says which files are others by now, and what the change comes to on them. */
export function MeanwhileNote({ action, card }: PreviewProblemsProps) {
  if (action.state.type === 'ended') return null;
  const lines = meanwhileWords(action, openConflicts(card, action));
  if (lines.length === 0) return null;
  return (
    <div role="status" className="flex gap-2.5 border-t border-hairline px-4 py-3 text-second">
      <GitMerge aria-hidden className="mt-0.5 size-4 shrink-0 text-accent-ink" />
      <div className="flex min-w-0 flex-col gap-1 wrap-anywhere">
        {lines.map(({ name, words }) => (
          <p key={name}>
            <span className="font-medium">
              <VisibleText text={name} layout="line" />
            </span>{' '}
            <span className="text-secondary">{words}</span>
          </p>
        ))}
      </div>
    </div>
  );
}

type PreviewProblemsProps = { action: EditAction; card: PreviewCardState };

/** The problem with a preview: carrying it out, or sending what the person decided. */
export function PreviewProblems({ action, card }: PreviewProblemsProps) {
  const failure = failureOf(action.state);
  const hasEnded = endingOf(action.state) !== null;
  if (failure === null && card.failure === null) return null;
  return (
    <div className="flex flex-col gap-3 px-4 py-3">
      {failure === null ? null : (
        <ProblemLine>
          {failure.text} <span className="block text-secondary">{retryAdvice(failure)}</span>
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

function retryAdvice({ kind }: ApplyFailure): string {
  switch (kind) {
    case 'changed':
      return 'It is no text file there any more, so the change can’t be put onto it. Drop it, ask for changes, or discard this.';
    case 'other':
      return 'The preview is kept. Set that right and apply again, or discard it.';
  }
}
