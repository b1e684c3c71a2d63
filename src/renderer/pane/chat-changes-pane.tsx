import { FileDiff as FileDiffIcon } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { visibleText } from '../../shared/hidden-characters.ts';
import type { WorkspaceId } from '../../shared/ids.ts';
import type {
  ChangesSince,
  ChatChange,
  ChatChanges,
  WithoutLines,
} from '../../shared/contract/chat-changes.ts';
import { BringBackMenu } from '../bring-back/bring-back-menu.tsx';
import { filledComments } from '../../shared/previews/line-comments.ts';
import { Counts, totalOf } from '../cards/diff/file-facts.tsx';
import { firstChangedLine } from '../cards/diff/shown-hunks.ts';
import { failureText } from '../connection/connection.ts';
import { useHasEditor, useParley, useParleyState } from '../parley-context.tsx';
import { closePane } from '../state/view-store.ts';
import { AfterDelay } from '../ui/after-delay.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { ProblemLine } from '../ui/problem-line.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { dropStates, LastDropLine, useDrops } from './dropped-changes.tsx';
import { SendComments, useChangeComments } from './send-comments.tsx';
import { WrapButton } from '../ui/wrap-button.tsx';
import { PaneHead } from './pane-head.tsx';
import { ReadFileRow } from './read-file-row.tsx';

/** How many files begin with their lines open. */
const openAtFirst = 20;

/** All that the open chat has changed in its worktree, one diff a file; closes with its chat. */
export function ChatChangesPane({ workspaceId }: { workspaceId: WorkspaceId }) {
  const { view } = useParley();
  const worktree = useParleyState(({ app, openId }) =>
    openId === workspaceId ? app?.workspaces.find(({ id }) => id === workspaceId)?.worktree : undefined,
  );
  const isOver = worktree?.state !== 'made';
  useEffect(() => {
    if (isOver) closePane(view);
  }, [isOver, view]);
  return isOver ? null : <Changes {...{ workspaceId, from: worktree.from }} />;
}

function Changes({ workspaceId, from }: { workspaceId: WorkspaceId; from: string | null }) {
  const [wrap, setWrap] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const open = useOpenFile(workspaceId, setProblem);
  const [since, setSince] = useState<ChangesSince>('beginning');
  const { read, look } = useChatChanges(workspaceId, since);
  const changes = read.type === 'read' ? read.changes : null;
  const files = changes?.files ?? [];
  const comments = useChangeComments(workspaceId, changes);
  const list = useRef<HTMLUListElement>(null);
  const drops = useDrops(workspaceId, { changes, list, onProblem: setProblem, onChanged: look });
  return (
    <>
      <PaneHead
        title="All changes"
        icon={<FileDiffIcon aria-hidden />}
        about={files.length === 0 ? null : <Counts {...totalOf(files)} />}
      >
        <WrapButton wrap={wrap} onWrap={setWrap} />
      </PaneHead>
      <div className="@container min-h-0 flex-1 overflow-y-auto [--surface:var(--surface-window)]">
        <Beginning {...{ since, from }} base={changes?.base} onChoose={setSince} />
        <ul ref={list}>
          {files.map((file, index) => (
            <ReadFileRow
              key={file.path}
              {...{ file, wrap }}
              startsOpen={index < openAtFirst}
              note={changes === null ? null : noteOf(file, changes)}
              hasLines={file.withoutLines === undefined}
              comments={comments}
              onOpen={changes === null ? null : open(file, changes)}
              onDrop={
                changes !== null && canDrop(file, changes) ? (change) => drops.drop(file, change) : null
              }
            />
          ))}
        </ul>
        <Rest read={read} />
      </div>
      {problem === null ? null : (
        <div className="border-t border-hairline px-4 py-2">
          <ProblemLine>{visibleText(problem, 'line')}</ProblemLine>
        </div>
      )}
      <LastDropLine workspaceId={workspaceId} onUndo={drops.undo} />
      {filledComments(comments.comments).length > 0 ? (
        <SendComments {...{ workspaceId, comments }} />
      ) : changes === null || files.length === 0 ? null : (
        <footer className="flex min-h-15 shrink-0 items-center gap-x-3 border-t border-hairline bg-raised px-4 py-2">
          <p className="min-w-0 flex-1 text-second text-secondary">
            {filesText(files.length + changes.more)}
          </p>
          <BringBackMenu workspaceId={workspaceId} onProblem={setProblem} />
        </footer>
      )}
    </>
  );
}

const beginnings: readonly { value: ChangesSince; label: string }[] = [
  { value: 'beginning', label: 'The beginning' },
  { value: 'last-commit', label: 'The last commit' },
];

type BeginningProps = {
  since: ChangesSince;
  /** The branch that the chat's began on; null for a commit. */
  from: string | null;
  /** The commit; undefined until it is known. */
  base: string | undefined;
  onChoose(since: ChangesSince): void;
};

/** Says and chooses what the changes are compared with. */
function Beginning({ since, from, base, onChoose }: BeginningProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-hairline px-4 py-2 text-second text-secondary">
      <Segmented label="Changes since" choices={beginnings} value={since} {...{ onChoose }} />
      {base === undefined ? null : (
        <p className="min-w-0 flex-1 basis-60 wrap-anywhere">
          Since{' '}
          {since === 'last-commit' || from === null ? (
            'the commit'
          ) : (
            <VisibleText text={from} layout="line" />
          )}{' '}
          <code className="text-tertiary">{base.slice(0, 7)}</code>
          {since === 'last-commit' ? '' : ', committed or not'}, without ignored files
        </p>
      )}
    </div>
  );
}

/** Says what there is beside files. */
function Rest({ read }: { read: Read }) {
  const text = 'px-4 py-3 text-second text-secondary';
  switch (read.type) {
    case 'reading':
      return (
        <p role="status" className={text}>
          <AfterDelay>Reading what has changed…</AfterDelay>
        </p>
      );
    case 'failed':
      return (
        <div className="px-4 py-3">
          <ProblemLine>{visibleText(read.problem, 'line')}</ProblemLine>
        </div>
      );
    case 'gone':
      return <p className={text}>The worktree is not there, or belongs to no repository any more.</p>;
    case 'read': {
      const { files, more } = read.changes;
      if (files.length === 0) return <p className={text}>Nothing has changed since then.</p>;
      if (more === 0) return null;
      return (
        <p className={text}>
          {more === 1 ? 'One more file has changed.' : `${more} more files have changed.`}
        </p>
      );
    }
  }
}

type Read =
  | { type: 'reading' }
  /** `early` while the agent is at work. */
  | { type: 'read'; changes: ChatChanges; early: boolean }
  /** There is no worktree that could be read. */
  | { type: 'gone' }
  | { type: 'failed'; problem: string };

/** Reads the changes, again when the agent begins or ends its work, some are dropped, or the window gets the focus. */
function useChatChanges(
  workspaceId: WorkspaceId,
  since: ChangesSince,
): { read: Read; look: () => Promise<void> } {
  const { companion } = useParley();
  const { readChatChanges } = companion.client.workspace;
  const early = useParleyState(
    ({ app }) => app?.workspaces.find(({ id }) => id === workspaceId)?.turn.status === 'working',
  );
  const drops = useParleyState((state) => dropStates(state, workspaceId));
  const [read, setRead] = useState<Read>({ type: 'reading' });
  const latest = useRef(0);
  const look = useCallback(async () => {
    const asked = (latest.current += 1);
    const next = await readChatChanges({ workspaceId, since }).then(
      (changes): Read => (changes === null ? { type: 'gone' } : { type: 'read', changes, early }),
      (error: unknown): Read => ({ type: 'failed', problem: failureText(error) }),
    );
    if (asked === latest.current) setRead(next);
  }, [readChatChanges, workspaceId, since, early]);
  useEffect(() => {
    const over = new AbortController();
    const lookNow = () => void look();
    lookNow();
    window.addEventListener('focus', lookNow, over);
    return () => over.abort();
  }, [look]);
  const seen = useRef(drops);
  useEffect(() => {
    if (seen.current === drops) return;
    seen.current = drops;
    void look();
  }, [drops, look]);
  return { read, look };
}

function filesText(count: number): string {
  return count === 1 ? '1 file' : `${count} files`;
}

/** Opens files of the chat's folder at their first change, where there is an editor. */
function useOpenFile(workspaceId: WorkspaceId, onProblem: (problem: string | null) => void) {
  const { companion } = useParley();
  const { openInEditor } = companion.client.workspace;
  const hasEditor = useHasEditor();
  return (file: ChatChange, { below }: ChatChanges): (() => void) | null => {
    const path = pathIn(below, file.path);
    const isThere = file.change !== 'deleted' && file.withoutLines !== 'repository';
    if (!hasEditor || !isThere || path === null) return null;
    const line = firstChangedLine(file.hunks, 'new');
    return () =>
      void openInEditor({ workspaceId, path, line }).then(
        () => onProblem(null),
        (error: unknown) => onProblem(failureText(error)),
      );
  };
}

function canDrop({ path, fingerprint }: ChatChange, { below }: ChatChanges): boolean {
  return fingerprint !== null && pathIn(below, path) !== null;
}

/** Says why a file has no lines, or can't be dropped; null where neither is so. */
function noteOf(file: ChatChange, changes: ChatChanges): string | null {
  const { withoutLines } = file;
  const about = withoutLines === undefined ? [] : [withoutLinesText[withoutLines]];
  if (canDrop(file, changes)) return about[0] ?? null;
  const isOutside = pathIn(changes.below, file.path) === null;
  const why = isOutside
    ? 'It lies outside of the chat’s folder, so it can’t be dropped here.'
    : 'It can’t be dropped here.';
  return [...about, why].join(' ');
}

/** Returns the path of a file of the worktree in a folder of it; null outside of the folder. */
function pathIn(folder: string, path: string): string | null {
  if (folder === '') return path;
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : null;
}

const withoutLinesText: Record<WithoutLines, string> = {
  binary: 'No text to show.',
  large: 'Over 1 MB, so its lines are not shown.',
  missing: 'What it was before is not on this machine, so its lines are not shown.',
  many: 'So much has changed that its lines are not shown.',
  link: 'A link.',
  repository: 'A repository of its own.',
  mode: 'Only its permissions changed.',
};
