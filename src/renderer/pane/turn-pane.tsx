import { FileDiff as FileDiffIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { TurnFile } from '../../shared/contract/chat-contract.ts';
import { visibleText } from '../../shared/hidden-characters.ts';
import type { MessageId, WorkspaceId } from '../../shared/ids.ts';
import type { TurnChanges, UnseenReason } from '../../shared/transcript/transcript.ts';
import { filesOfAgent } from '../../shared/transcript/turn-files.ts';
import { Counts } from '../cards/diff/file-facts.tsx';
import { failureText } from '../connection/connection.ts';
import { useParley, useParleyState } from '../parley-context.tsx';
import { closePane } from '../state/view-store.ts';
import { linesOf } from '../transcript/message/turn-line.ts';
import { UndoTurnButton } from '../transcript/message/undo-turn-button.tsx';
import { ProblemLine } from '../ui/problem-line.tsx';
import { WrapButton } from '../ui/wrap-button.tsx';
import { PaneHead } from './pane-head.tsx';
import { isAsked, isTicked, ReturningFiles, returningText, useTicked } from './returning-files.tsx';

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
  const [ticked, tick] = useTicked(workspaceId);
  const asked = files.filter((file) => isAsked(file, ticked));
  return (
    <>
      <PaneHead
        title="Changes of this turn"
        icon={<FileDiffIcon aria-hidden />}
        about={<Counts {...linesOf(filesOfAgent(changes))} />}
      >
        <WrapButton wrap={wrap} onWrap={setWrap} />
      </PaneHead>
      <div className="@container min-h-0 flex-1 overflow-y-auto [--surface:var(--surface-window)]">
        <Notes notes={turnNotes(changes)} />
        <ReturningFiles {...{ files, wrap, ticked }} why={othersText(changes)} onTick={tick} />
      </div>
      {problem === null ? null : (
        <div className="border-t border-hairline px-4 py-2">
          <ProblemLine>{visibleText(problem, 'line')}</ProblemLine>
        </div>
      )}
      <footer className="flex min-h-15 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-t border-hairline bg-raised px-4 py-2">
        <p className="min-w-0 flex-1 text-second text-secondary">
          {reading ? '' : returningText(files, ticked)}
        </p>
        <UndoTurnButton
          {...{ workspaceId, messageId }}
          paths={
            reading || !files.some((file) => isTicked(file, ticked)) ? [] : asked.map(({ path }) => path)
          }
          onProblem={setProblem}
        />
      </footer>
    </>
  );
}

function othersText({ wholeTurn }: TurnChanges): string {
  return wholeTurn ? 'The agent said nothing of these.' : 'Another agent worked in the folder too.';
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
