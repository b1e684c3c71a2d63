import { FileDiff as FileDiffIcon, WrapText } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { TurnFile } from '../../shared/contract/turn-change-calls.ts';
import { visibleText } from '../../shared/hidden-characters.ts';
import type { MessageId, WorkspaceId } from '../../shared/ids.ts';
import type { TurnChanges } from '../../shared/transcript/turn-changes.ts';
import { Counts } from '../cards/preview/diff/file-facts.tsx';
import { failureText } from '../connection/connection.ts';
import { useParley, useParleyState } from '../parley-context.tsx';
import { closePane } from '../state/view-store.ts';
import { linesOf } from '../transcript/message/turn-line.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { ProblemLine } from '../ui/problem-line.tsx';
import { PaneHead } from './pane-head.tsx';
import { TurnFileRow } from './turn-file-row.tsx';
import { turnNotes } from './turn-words.ts';
import { UndoTurn } from './undo-turn.tsx';

type TurnPaneProps = { workspaceId: WorkspaceId; messageId: MessageId };

/** All that a turn changed and that still stands, joined to one diff a file, and the way back. */
export function TurnPane({ workspaceId, messageId }: TurnPaneProps) {
  const { view } = useParley();
  const changes = useParleyState(({ chats, openId }) => {
    const chat = openId === workspaceId ? chats[workspaceId] : undefined;
    const messages = chat?.status === 'ready' ? chat.transcript.messages : [];
    const message = messages.find(({ id }) => id === messageId);
    return message?.role === 'agent' ? message.changes : undefined;
  });
  const isOver = changes === undefined || changes.files.length === 0;
  useEffect(() => {
    if (isOver) closePane(view);
  }, [isOver, view]);
  return isOver ? null : <Changes {...{ workspaceId, messageId, changes }} />;
}

function Changes({ workspaceId, messageId, changes }: TurnPaneProps & { changes: TurnChanges }) {
  const [wrap, setWrap] = useState(false);
  const { files, problem, reading, setProblem } = useTurnFiles({ workspaceId, messageId }, changes);
  return (
    <>
      <PaneHead
        title="Changes of this turn"
        icon={<FileDiffIcon aria-hidden />}
        about={<Counts {...linesOf(changes.files)} />}
      >
        <IconButton
          label="Wrap lines"
          aria-pressed={wrap}
          className="aria-pressed:bg-selected aria-pressed:text-ink"
          icon={<WrapText aria-hidden />}
          onClick={() => setWrap(!wrap)}
        />
      </PaneHead>
      <div className="@container min-h-0 flex-1 overflow-y-auto [--surface:var(--surface-window)]">
        <Notes notes={turnNotes(changes)} />
        <ul>
          {files.map((file) => (
            <TurnFileRow key={file.path} {...{ file, wrap }} />
          ))}
        </ul>
      </div>
      {problem === null ? null : (
        <div className="border-t border-hairline px-4 py-2">
          <ProblemLine>{visibleText(problem, 'line')}</ProblemLine>
        </div>
      )}
      <UndoTurn {...{ workspaceId, messageId, files, reading }} onProblem={setProblem} />
    </>
  );
}

function Notes({ notes }: { notes: readonly string[] }) {
  if (notes.length === 0) return null;
  return (
    <div className="flex flex-col gap-1 border-b border-hairline px-4 py-2 text-second text-secondary">
      {notes.map((note) => (
        <p key={note} className="wrap-anywhere">
          {visibleText(note, 'line')}
        </p>
      ))}
    </div>
  );
}

type Read = { files: readonly TurnFile[]; problem: string | null; reading: boolean };

/** Reads the changes, again when they are others or the window gets the focus. */
function useTurnFiles({ workspaceId, messageId }: TurnPaneProps, changes: TurnChanges) {
  const { companion } = useParley();
  const [read, setRead] = useState<Read>({ files: [], problem: null, reading: true });
  const { readTurnChanges } = companion.client.workspace;
  useEffect(() => {
    if (changes.files.length === 0) return;
    const over = new AbortController();
    const look = () => {
      const show = (next: Partial<Read>) => {
        if (!over.signal.aborted) setRead((before) => ({ ...before, ...next, reading: false }));
      };
      readTurnChanges({ workspaceId, messageId }).then(
        ({ files }) => show({ files }),
        (error: unknown) => show({ files: [], problem: failureText(error) }),
      );
    };
    look();
    window.addEventListener('focus', look, over);
    return () => over.abort();
  }, [readTurnChanges, workspaceId, messageId, changes]);
  return { ...read, setProblem: (problem: string | null) => setRead((before) => ({ ...before, problem })) };
}
