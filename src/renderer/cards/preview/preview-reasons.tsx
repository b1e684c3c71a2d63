import type { PendingAction } from '../../../shared/previews/pending-action.ts';
import { noteOf } from './preview-words.ts';
import { VisibleText } from '../../ui/visible-text.tsx';

/** Shows the reasons of the model and of the person. */
export function PreviewReasons({ action }: { action: PendingAction }) {
  const { ending, request } = action;
  const ended = ending === null || ending.type === 'superseded' ? null : ending;
  const agentReason = ended === null ? (request?.reason ?? null) : ended.agentReason;
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
