import { FileDiff as FileDiffIcon, Undo2, WrapText } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { TurnFile } from '../../shared/contract/chat-contract.ts';
import { visibleText } from '../../shared/hidden-characters.ts';
import type { MessageId, WorkspaceId } from '../../shared/ids.ts';
import type { KeptReason, TurnChanges, UnseenReason } from '../../shared/transcript/transcript.ts';
import { FileBody } from '../cards/diff/file-body.tsx';
import { FileDiffView } from '../cards/diff/file-diff.tsx';
import { Counts } from '../cards/diff/file-facts.tsx';
import { rowsShown } from '../cards/diff/shown-hunks.ts';
import { failureText } from '../connection/connection.ts';
import { useParley, useParleyState } from '../parley-context.tsx';
import { closePane } from '../state/view-store.ts';
import { linesOf } from '../transcript/message/turn-line.ts';
import { DecidingButton } from '../ui/decision/deciding-controls.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { ProblemLine } from '../ui/problem-line.tsx';
import { PaneHead } from './pane-head.tsx';

type TurnPaneProps = { workspaceId: WorkspaceId; messageId: MessageId };

/** All changes of a turn that still stand, one diff a file, with `Undo this turn`. */
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

/** Reads the changes, again when they change or the window gets the focus. */
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

const nothingDropped = { numbers: new Set<number>(), onDrop: null };

function TurnFileRow({ file, wrap }: { file: TurnFile; wrap: boolean }) {
  const row = useRef<HTMLLIElement>(null);
  const [open, setOpen] = useState(true);
  const [parts, setParts] = useState(1);
  const [shownRows, setShownRows] = useState(rowsShown(1));
  const note = fileNote(file);
  const hasLines = file.kept === undefined && !file.binary;
  return (
    <FileDiffView
      {...{ row, file, open }}
      kept={file}
      hint={null}
      dropped={false}
      onTurn={() => setOpen(!open)}
      onEdit={null}
      onOpen={null}
      onDrop={null}
    >
      {note === null ? null : <p className="px-4 py-2 text-second text-secondary">{note}</p>}
      {file.binary ? <p className="px-4 py-2 text-second text-secondary">No text to show.</p> : null}
      {hasLines ? (
        <FileBody
          {...{ file, wrap, parts, shownRows }}
          split={false}
          onParts={setParts}
          onRows={setShownRows}
          drops={nothingDropped}
          surroundings={null}
          comments={{ path: file.path, comments: [], commenting: [], busy: false, intents: null }}
        />
      ) : null}
    </FileDiffView>
  );
}

const unseenText: Record<UnseenReason, string> = {
  'no-git': 'There is no git on this machine, so what commands changed is not known and can’t be undone.',
  'too-many':
    'The folder has too many files to compare, so what commands changed is not known and can’t be undone.',
  background: 'What a command in the background changes is not listed and can’t be undone.',
  'cut-off': 'Parley ended while a command ran. What it changed is not known and can’t be undone.',
  failed: 'The folder could not be compared, so what a command changed is not known and can’t be undone.',
};

export function turnNotes({ unseen, ranCommands, undo }: TurnChanges): string[] {
  const left = undo?.left ?? [];
  return [
    ...(left.length === 0 ? [] : [`Not undone, for it was changed since: ${left.join(', ')}`]),
    ...unseen.map((why) => unseenText[why]),
    ...(ranCommands
      ? [
          'Ignored files, files with secrets, submodules and files over 50 MB that commands changed are not put back.',
        ]
      : []),
  ];
}

const keptText: Record<KeptReason, string> = {
  large: 'Over 50 MB, so it can’t be undone.',
  link: 'A link, which can’t be undone.',
  mode: 'Only its permissions changed, which can’t be undone.',
  mixed: 'Changed by somebody else during the turn, so it can’t be undone.',
  shared: 'Changed while a command of another turn ran too, so it can’t be undone.',
  old: 'Longer than 30 days ago, so it can’t be undone.',
  ignored: 'Ignored by git before or after, so it can’t be undone.',
  secret: 'May hold secrets, so its content is not kept and it can’t be undone.',
  repository: 'A repository of its own, which can’t be undone.',
};

/** Returns why a file stays as it is; null where it can be undone. */
function fileNote({ kept, inWay }: TurnFile): string | null {
  if (kept !== undefined) return keptText[kept];
  return inWay ? 'Changed since this turn, so it stays as it is.' : null;
}

type UndoTurnProps = {
  workspaceId: WorkspaceId;
  messageId: MessageId;
  files: readonly TurnFile[];
  reading: boolean;
  onProblem(problem: string | null): void;
};

function UndoTurn({ workspaceId, messageId, files, reading, onProblem }: UndoTurnProps) {
  const { companion, requestCaret } = useParley();
  const [sending, setSending] = useState(false);
  const free = files.filter(({ kept, inWay }) => kept === undefined && !inWay).length;

  async function undo(): Promise<void> {
    setSending(true);
    onProblem(null);
    try {
      await companion.client.workspace.undoTurn({ workspaceId, messageId });
      requestCaret();
    } catch (error) {
      onProblem(failureText(error));
    }
    setSending(false);
  }

  return (
    <footer className="flex min-h-15 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-t border-hairline bg-raised px-4 py-2">
      <p className="min-w-0 flex-1 text-second text-secondary">
        {reading ? '' : footText(free, files.length)}
      </p>
      <DecidingButton
        about={`${messageId} ${free}`}
        off={reading || sending || free === 0}
        onClick={() => void undo()}
      >
        <Undo2 aria-hidden />
        Undo this turn
      </DecidingButton>
    </footer>
  );
}

function footText(free: number, all: number): string {
  if (free === all)
    return all === 1 ? 'The file goes back to what it was' : 'All files go back to what they were';
  return all === 1 ? 'The file can’t be undone' : `${free} of ${all} files can be undone`;
}
