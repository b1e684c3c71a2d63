import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import type { PendingAction } from '../../../shared/resolve/pending-action.ts';
import { CardFrame } from '../card-frame.tsx';
import { FileDiffView } from './file-diff.tsx';
import { PreviewActions } from './preview-actions.tsx';
import type { PreviewCardStore } from './preview-card-store.ts';
import type { EditAction, PreviewPart } from './preview-part.ts';
import { noteOf, stateWords } from './preview-words.ts';

type PreviewCardProps = { part: PreviewPart; store: PreviewCardStore };

/** More changed lines than this begin folded; nothing is ever cut. */
const longDiff = 400;

/** A staged change in the chat: to be decided while it waits, to be read when it has ended. */
export function PreviewCard({ part, store }: PreviewCardProps) {
  const { action, toolCallId } = part;
  const { id } = action;
  const card = useStore(store.cards, () => store.read(id));
  const waiting = action.ending === null;
  const collapseButton = useKeptFocus(waiting && action.decision === null);
  return (
    <CardFrame
      name={`Preview: ${action.label}`}
      toolCallId={toolCallId}
      title={action.label}
      status={
        <>
          <span>{stateWords(action)}</span>
          <span className="font-mono text-code">{action.sourceToolName}</span>
        </>
      }
      waiting={waiting}
      calling={waiting && action.decision === null}
      collapsed={card.collapsed ?? action.ending?.type === 'superseded'}
      collapseButton={collapseButton}
      onCollapsedChange={(collapsed) => store.setCollapsed(id, collapsed)}
    >
      <Files action={action} turned={card.turned} onTurn={(path) => store.turnFile(id, path)} />
      <Reasons action={action} />
      <PreviewActions {...{ action, card, store }} />
    </CardFrame>
  );
}

type FilesProps = { action: EditAction; turned: readonly string[]; onTurn(path: string): void };

function Files({ action, turned, onTurn }: FilesProps) {
  const { files } = action.preview;
  return (
    <ul className="flex flex-col gap-2">
      {files.map((file) => {
        const lines = file.hunks.reduce((sum, hunk) => sum + hunk.lines.length, 0);
        const open = lines <= longDiff !== turned.includes(file.path);
        return <FileDiffView key={file.path} file={file} open={open} onTurn={() => onTurn(file.path)} />;
      })}
    </ul>
  );
}

/** Why, in the words of the model and of the person. */
function Reasons({ action }: { action: PendingAction }) {
  const { ending, request } = action;
  const ended = ending === null || ending.type === 'superseded' ? null : ending;
  const agentReason = ended === null ? (request?.reason ?? null) : ended.agentReason;
  const note = noteOf(action);
  return (
    <>
      <Words by="The agent" text={agentReason} />
      <Words by="You" text={ended?.userWords ?? null} />
      {note === null ? null : <p className="mt-3 text-minor text-secondary">{note}</p>}
    </>
  );
}

function Words({ by, text }: { by: string; text: string | null }) {
  if (text === null || text.trim() === '') return null;
  return (
    <p className="mt-3 wrap-anywhere whitespace-pre-wrap" dir="auto">
      <span className="text-secondary">{by}: </span>
      {text}
    </p>
  );
}

/** When the buttons go because it was decided, a focus that was in them stays in the card. */
function useKeptFocus(deciding: boolean) {
  const collapseButton = useRef<HTMLButtonElement>(null);
  const before = useRef(deciding);
  useEffect(() => {
    const decided = before.current && !deciding;
    before.current = deciding;
    if (decided && document.activeElement === document.body)
      collapseButton.current?.focus({ preventScroll: true });
  }, [deciding]);
  return collapseButton;
}
