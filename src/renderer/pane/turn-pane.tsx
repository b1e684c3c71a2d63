import { FileDiff as FileDiffIcon, WrapText } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { TurnFile } from '../../shared/contract/chat-contract.ts';
import { visibleText } from '../../shared/hidden-characters.ts';
import type { MessageId, WorkspaceId } from '../../shared/ids.ts';
import type { KeptReason, TurnChanges, UnseenReason } from '../../shared/transcript/transcript.ts';
import { filesOfAgent } from '../../shared/transcript/turn-files.ts';
import { Counts } from '../cards/diff/file-facts.tsx';
import { failureText } from '../connection/connection.ts';
import { useParley, useParleyState } from '../parley-context.tsx';
import { closePane } from '../state/view-store.ts';
import { linesOf } from '../transcript/message/turn-line.ts';
import { UndoTurnButton } from '../transcript/message/undo-turn-button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { ProblemLine } from '../ui/problem-line.tsx';
import { Tick } from '../ui/tick.tsx';
import { PaneHead } from './pane-head.tsx';
import { ReadFileRow } from './read-file-row.tsx';

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
  const [ticks, setTicks] = useState<Ticks>(new Map());
  const ticked = files.filter((file) => isTicked(file, ticks));
  const asked = files.filter((file) => isAsked(file, ticks));
  return (
    <>
      <PaneHead
        title="Changes of this turn"
        icon={<FileDiffIcon aria-hidden />}
        about={<Counts {...linesOf(filesOfAgent(changes))} />}
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
        <TurnFiles {...{ files, changes, wrap, ticks }} onTicks={setTicks} />
      </div>
      {problem === null ? null : (
        <div className="border-t border-hairline px-4 py-2">
          <ProblemLine>{visibleText(problem, 'line')}</ProblemLine>
        </div>
      )}
      <footer className="flex min-h-15 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-t border-hairline bg-raised px-4 py-2">
        <p className="min-w-0 flex-1 text-second text-secondary">
          {reading ? '' : footText(files, ticked.length)}
        </p>
        <UndoTurnButton
          {...{ workspaceId, messageId }}
          paths={reading || ticked.length === 0 ? [] : asked.map(({ path }) => path)}
          onProblem={setProblem}
        />
      </footer>
    </>
  );
}

/** What the person ticked and unticked, by path. */
type Ticks = ReadonlyMap<string, boolean>;

function canUndo({ kept, inWay }: TurnFile): boolean {
  return kept === undefined && !inWay;
}

function isTicked(file: TurnFile, ticks: Ticks): boolean {
  return canUndo(file) && isAsked(file, ticks);
}

/** True also of a file that was changed since: it stays as it is, and is named as one that was left. */
function isAsked({ path, kept, alsoChanged }: TurnFile, ticks: Ticks): boolean {
  return kept === undefined && (ticks.get(path) ?? !alsoChanged);
}

type TurnFilesProps = {
  files: readonly TurnFile[];
  changes: TurnChanges;
  wrap: boolean;
  ticks: Ticks;
  onTicks(ticks: Ticks): void;
};

/** The files of the agent, and below them what changed meanwhile. */
function TurnFiles({ files, changes, wrap, ticks, onTicks }: TurnFilesProps) {
  const rowOf = (file: TurnFile) => {
    const tick = canUndo(file) ? (
      <Tick
        label={visibleText(`Undo ${file.path}`, 'line')}
        checked={isTicked(file, ticks)}
        onChange={(ticked) => onTicks(new Map(ticks).set(file.path, ticked))}
      />
    ) : (
      <span aria-hidden className="size-8 shrink-0" />
    );
    return (
      <ReadFileRow
        key={file.path}
        {...{ file, wrap }}
        startsOpen={!file.alsoChanged}
        note={fileNote(file)}
        hasLines={file.kept === undefined && !file.binary}
        before={tick}
      />
    );
  };
  const others = files.filter(({ alsoChanged }) => alsoChanged);
  return (
    <>
      <ul>{files.filter(({ alsoChanged }) => !alsoChanged).map(rowOf)}</ul>
      {others.length === 0 ? null : (
        <section aria-labelledby="also-changed">
          <h3 id="also-changed" className="border-b border-hairline px-4 pt-4 pb-2 text-second">
            <span className="font-medium">Also changed meanwhile</span>{' '}
            <span className="text-tertiary">{othersText(changes)}</span>
          </h3>
          <ul>{others.map(rowOf)}</ul>
        </section>
      )}
    </>
  );
}

function othersText({ wholeTurn }: TurnChanges): string {
  return wholeTurn
    ? 'The agent said nothing of these. They stay unless you tick them.'
    : 'Another agent worked in the folder too. They stay unless you tick them.';
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

function unseenText(why: UnseenReason, who: 'an agent' | 'commands'): string {
  const [changed, worked] =
    who === 'commands'
      ? ['what commands changed', 'while a command ran']
      : ['what the agent changed', 'while the agent worked'];
  switch (why) {
    case 'no-git':
      return `There is no git on this machine, so ${changed} is not known and can’t be undone.`;
    case 'too-many':
      return `The folder has too many files to compare, so ${changed} is not known and can’t be undone.`;
    case 'background':
      return 'What a command in the background changes is not listed and can’t be undone.';
    case 'cut-off':
      return `Parley ended ${worked}. What it changed is not known and can’t be undone.`;
    case 'failed':
      return `The folder could not be compared, so ${changed} is not known and can’t be undone.`;
  }
}

export function turnNotes({
  files,
  unseen,
  ranCommands,
  wholeTurn,
  background,
  undo,
}: TurnChanges): string[] {
  const left = undo?.left ?? [];
  const isCompared = ranCommands || (wholeTurn === true && files.length > 0);
  return [
    ...(left.length === 0 ? [] : [`Not undone, for it was changed since: ${left.join(', ')}`]),
    ...unseen.map((why) => unseenText(why, wholeTurn ? 'an agent' : 'commands')),
    ...(background
      ? ['The agent had gone on to work after its last turn, so what changed since then is listed here too.']
      : []),
    ...(isCompared
      ? ['Ignored files, files with secrets, submodules and files over 50 MB are not put back.']
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

/** Returns why a file stays as it is or has no lines; null where neither is so. */
function fileNote({ kept, inWay, binary }: TurnFile): string | null {
  if (kept !== undefined) return keptText[kept];
  const notes = [
    ...(inWay ? ['Changed since this turn, so it stays as it is.'] : []),
    ...(binary ? ['No text to show.'] : []),
  ];
  return notes.length === 0 ? null : notes.join(' ');
}

function footText(files: readonly TurnFile[], ticked: number): string {
  const all = files.length;
  if (!files.some(canUndo)) return all === 1 ? 'The file can’t be undone' : 'None of the files can be undone';
  if (ticked === 0) return 'No file is ticked';
  if (ticked === all)
    return all === 1 ? 'The file goes back to what it was' : 'All files go back to what they were';
  const back = ticked === 1 ? 'goes back to what it was' : 'go back to what they were';
  return `${ticked} of ${all} files ${back}`;
}
