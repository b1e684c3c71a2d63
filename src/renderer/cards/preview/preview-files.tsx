import { createContext, type RefObject, use, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { visibleText } from '../../../shared/hidden-characters.ts';
import { conflictMarks } from '../../../shared/previews/conflict-marks.ts';
import type { LineComment } from '../../../shared/previews/decision.ts';
import { filledComments } from '../../../shared/previews/line-comments.ts';
import { isAgents } from '../../../shared/previews/preview-kind.ts';
import { outcomeOf } from '../../../shared/previews/preview-state.ts';
import type { FileDiff, ShownConflict } from '../../../shared/previews/preview.ts';
import { Button } from '../../ui/button.tsx';
import { isComposing } from '../../ui/composing.ts';
import { Tick } from '../../ui/tick.tsx';
import { isSending } from '../store/card-kind.ts';
import { FileDiffView, onChangeKey } from '../diff/file-diff.tsx';
import { Conflict } from '../diff/conflict.tsx';
import { FileBody } from '../diff/file-body.tsx';
import { LooseComments } from '../diff/comments.tsx';
import { commentCount, fileHint } from '../../../shared/previews/preview-text.ts';
import { ChangeLetter, FilePath, LineCounts, Protections } from '../diff/file-facts.tsx';
import { firstChangedLine } from '../diff/shown-hunks.ts';
import type { PreviewIntents } from './preview-card-kind.ts';
import {
  type CardEdit,
  changedEdits,
  currentPicks,
  type Dropped,
  droppedOf,
  keptOf,
  type EditAction,
  linesOf,
  type PreviewCardState,
  shownComments,
  shownRowsOf,
  viewedFiles,
} from './preview-card-state.ts';
import { usePartRead } from '../review/use-part-read.ts';

type PreviewFilesProps = {
  action: EditAction;
  card: PreviewCardState;
  intents: PreviewIntents;
  split: boolean;
  /** True if the files begin open. */
  open: boolean;
  /** True where each file can be marked as read. */
  canView?: boolean;
};

/** Every file of a preview, with how it changes. */
export function PreviewFiles({ action, card, intents, split, open, canView = false }: PreviewFilesProps) {
  const { files } = action.preview;
  const deciding = action.state.type === 'open';
  const outcome = outcomeOf(action.state);
  const comments = shownComments(card, action);
  const elsewhere = comments.filter(({ path }) => files.every((file) => file.path !== path));
  const viewed = viewedFiles(card, action.fingerprint);
  useEditsShown(deciding, intents);
  return (
    <div role="presentation" onKeyDown={onChangeKey}>
      <ul>
        {files.map((file) => (
          <FileRow
            key={file.path}
            file={file}
            {...{ card, intents, split }}
            initiallyOpen={open || comments.some(({ path }) => path === file.path)}
            canEdit={deciding}
            isAgents={isAgents(action.preview)}
            viewed={canView && deciding ? viewed.has(file.path) : null}
            wasEdited={action.userEdits?.some(({ path }) => path === file.path) ?? false}
            applied={outcome?.type === 'applied' && !outcome.undone}
            fingerprint={action.fingerprint}
            comments={comments.filter(({ path }) => path === file.path)}
          />
        ))}
      </ul>
      <LooseComments
        on={{
          path: '',
          comments,
          commenting: card.commenting,
          busy: isSending(card),
          intents: deciding ? intents : null,
        }}
        comments={elsewhere}
      />
    </div>
  );
}

type FileListProps = Pick<PreviewFilesProps, 'action' | 'card'> & {
  /** The element in which the changes scroll. */
  body: RefObject<HTMLElement | null>;
  onGoTo(path: string): void;
};

/** The files of a preview, each leading to its changes; the one that is being read is marked. */
export function FileList({ action, card, body, onGoTo }: FileListProps) {
  const { fingerprint, preview } = action;
  const viewed = viewedFiles(card, fingerprint);
  const read = usePartRead(body, '[data-file-changes]', filesIn) ?? 0;
  return (
    <ul
      aria-label="Files"
      className="max-h-[30%] shrink-0 overflow-y-auto border-b border-hairline px-2 py-1.5"
    >
      {preview.files.map((file, number) => {
        const { whole, changes } = droppedOf(card, fingerprint, file);
        const edited = changedEdits(card).some(({ path }) => path === file.path);
        const comments = filledComments(card.comments).filter(({ path }) => path === file.path).length;
        return (
          <li key={file.path}>
            <button
              type="button"
              aria-current={number === read ? 'true' : undefined}
              onClick={() => onGoTo(file.path)}
              className="hit flex w-full items-center gap-2 rounded-control ps-3 pe-2 text-start text-second hover:bg-hover focus-visible:-outline-offset-2 aria-current:bg-selected"
            >
              <ChangeLetter change={file.change} className="-ms-1" />
              <FilePath path={file.path} className={whole ? 'line-through' : ''} />
              <Protections file={file} />
              <span className="ms-auto shrink-0 text-small text-tertiary">
                {whole
                  ? 'Dropped'
                  : changes.size > 0
                    ? `${changes.size} of ${file.hunks.length} dropped`
                    : edited
                      ? 'Edited by you'
                      : (commentCount(comments) ?? (viewed.has(file.path) ? 'Viewed' : null))}
              </span>
              <span className="flex min-w-16 shrink-0 justify-end">
                <LineCounts file={keptOf(card, fingerprint, file)} />
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function filesIn(body: HTMLElement): HTMLElement[] {
  return [...body.querySelectorAll<HTMLElement>('li[data-path]')];
}

/** Edits that came with the card have their diffs read once. */
function useEditsShown(deciding: boolean, intents: PreviewIntents): void {
  const latest = useRef(intents);
  useEffect(() => {
    latest.current = intents;
  });
  useEffect(() => {
    if (deciding) latest.current.showEdits();
  }, [deciding]);
}

type FileRowProps = {
  file: FileDiff;
  card: PreviewCardState;
  intents: PreviewIntents;
  initiallyOpen: boolean;
  canEdit: boolean;
  /** True if the chat's agent proposed it, which gets comments, and in whose folder the file lies. */
  isAgents: boolean;
  /** True if it is marked as read; null where it can't be. */
  viewed: boolean | null;
  wasEdited: boolean;
  split: boolean;
  /** True if the preview was applied. */
  applied: boolean;
  fingerprint: string;
  comments: readonly LineComment[];
};

/** True where the person's editor can be opened. */
export const HasEditorContext = createContext(false);

/** One file of a preview with the person's edits and drops. */
function FileRow(props: FileRowProps) {
  const { file, card, intents, initiallyOpen, canEdit, viewed, fingerprint } = props;
  const { path } = file;
  const openAt = useOpenAt(props);
  const edit = canEdit ? changedEdits(card).find((other) => other.path === path) : undefined;
  const editing =
    canEdit && card.editing === path ? card.edits.find((other) => other.path === path) : undefined;
  const row = useRef<HTMLLIElement>(null);
  useKeptFocus(row, editing !== undefined);
  const shown = edit?.diff ?? file;
  const dropped = canEdit ? droppedOf(card, fingerprint, file) : noneDropped;
  const isPartly = dropped.changes.size > 0;
  const open = editing !== undefined || initiallyOpen !== card.turned.includes(path);
  const turn = (fold: () => void) => turnInSight(row, open, fold);
  return (
    <FileDiffView
      row={row}
      file={shown}
      kept={canEdit ? keptOf(card, fingerprint, file) : file}
      open={open}
      hint={hintOf(props, edit, dropped)}
      dropped={dropped.whole}
      after={
        viewed === null || dropped.whole || editing !== undefined ? null : (
          <Viewed path={path} viewed={viewed} onView={(now) => turn(() => intents.viewFile(path, now))} />
        )
      }
      onTurn={() => (editing === undefined ? turn(() => intents.turnFile(path)) : intents.closeFile())}
      onEdit={
        canEdit && editing === undefined && !isPartly && file.change !== 'deleted' && !file.binary
          ? () => intents.editFile(path)
          : null
      }
      onOpen={openAt === null ? null : () => intents.openInEditor(path, openAt)}
      onDrop={canEdit && editing === undefined ? (drop) => intents.dropFile(path, drop) : null}
    >
      {editing === undefined ? (
        <>
          {edit !== undefined && edit.fingerprint !== fingerprint ? <Outdated /> : null}
          <Changes {...props} shown={shown} edit={edit} dropped={dropped} />
        </>
      ) : (
        <FileEdit
          edit={editing}
          busy={isSending(card)}
          onType={(text) => intents.typeText(path, text)}
          onRevert={() => intents.revertFile(path)}
          onDone={intents.closeFile}
        />
      )}
    </FileDiffView>
  );
}

/** Says what happened to a file, and what the person made of it. */
function hintOf(
  { file, wasEdited, comments }: FileRowProps,
  edit: CardEdit | undefined,
  dropped: Dropped,
): string | null {
  return fileHint({
    meanwhile: file.meanwhile,
    edited: edit !== undefined || wasEdited,
    dropped: dropped.changes.size,
    of: file.hunks.length,
    comments: comments.length,
  });
}

/** Folds or unfolds; a long file that is folded while it is read stays in sight. */
function turnInSight(row: RefObject<HTMLElement | null>, isOpen: boolean, turn: () => void): void {
  flushSync(turn);
  if (isOpen) row.current?.scrollIntoView({ block: 'nearest' });
}

type ViewedProps = { path: string; viewed: boolean; onView(viewed: boolean): void };

/** Marks a file as read, which folds it. It decides nothing. */
function Viewed({ path, viewed, onView }: ViewedProps) {
  return (
    <Tick label={visibleText(`Viewed ${path}`, 'line')} checked={viewed} onChange={onView}>
      <span className="@max-[480px]:hidden">Viewed</span>
    </Tick>
  );
}

/** The line at which the file can be opened in an editor; null where it can't. */
function useOpenAt({ file: { change, hunks }, applied, isAgents }: FileRowProps): number | null {
  const hasEditor = use(HasEditorContext) && isAgents;
  const isThere = change === 'changed' || (change === 'created') === applied;
  return hasEditor && isThere ? firstChangedLine(hunks, applied ? 'new' : 'old') : null;
}

type ChangesProps = FileRowProps & { shown: FileDiff; edit: CardEdit | undefined; dropped: Dropped };

/** The changes of a file, each of which can be left out where the text is the proposed one. */
function Changes(props: ChangesProps) {
  const { file, shown } = props;
  if (file.binary) return <p className="px-4 py-2 text-second text-secondary">No text to show.</p>;
  const isOpen = props.canEdit && props.edit === undefined && !props.dropped.whole;
  const conflicts = isOpen ? (file.conflicts ?? []) : [];
  return (
    <>
      {conflicts.length === 0 ? null : <Conflicts {...props} conflicts={conflicts} />}
      {conflicts.length === 0 ? (
        <ChangedLines {...props} />
      ) : shown.hunks.length === 0 ? null : (
        <>
          <p className="flex min-h-8 items-center bg-well px-4 text-small font-medium text-secondary">
            Changed on one side only
          </p>
          <ChangedLines {...props} />
        </>
      )}
    </>
  );
}

/** The conflicts of a file. */
function Conflicts({
  file,
  card,
  intents,
  fingerprint,
  conflicts,
}: ChangesProps & { conflicts: readonly ShownConflict[] }) {
  const { path } = file;
  const picks = currentPicks(card, fingerprint).filter((pick) => pick.path === path);
  return conflicts.map((conflict, number) => (
    <Conflict
      key={number}
      {...{ conflict, number, path }}
      of={conflicts.length}
      side={picks.find((pick) => pick.conflict === number)?.side ?? null}
      wrap={card.wrap}
      onPick={(side) => intents.pickSide(path, number, side)}
      onEdit={() => intents.editFile(path)}
    />
  ));
}

function ChangedLines(props: ChangesProps) {
  const { file, card, intents, canEdit, split, fingerprint, shown, edit, dropped, comments } = props;
  const { path } = file;
  return (
    <FileBody
      file={shown}
      split={split}
      wrap={card.wrap}
      parts={card.shownParts.get(path) ?? 1}
      onParts={(count) => intents.showParts(path, count)}
      shownRows={shownRowsOf(card, path)}
      onRows={(count) => intents.noteRows(path, count)}
      drops={{
        numbers: edit === undefined || dropped.whole ? dropped.changes : noneDropped.changes,
        onDrop:
          canEdit && edit === undefined && file.change === 'changed' && file.conflicts === undefined
            ? (change, drop) => intents.dropChange(file, change, drop)
            : null,
      }}
      surroundings={
        file.conflicts !== undefined && edit === undefined
          ? null
          : {
              shown: card.shownGaps.get(path) ?? [],
              text: edit === undefined ? linesOf(card, fingerprint, path) : edit.text.split('\n'),
              onShow: (change) => intents.showUnchanged(path, change),
            }
      }
      comments={{
        path,
        comments,
        commenting: canEdit ? card.commenting.filter((anchor) => anchor.path === path) : [],
        busy: isSending(card),
        intents: canEdit && props.isAgents ? intents : null,
      }}
    />
  );
}

const noneDropped: Dropped = { whole: false, changes: new Set<number>() };

/** Moves the focus from a closed text to the button that opened it. */
function useKeptFocus(row: { current: HTMLElement | null }, editing: boolean): void {
  const before = useRef(editing);
  useEffect(() => {
    const closed = before.current && !editing;
    before.current = editing;
    if (!closed || document.activeElement !== document.body) return;
    row.current?.querySelector<HTMLElement>('button[aria-haspopup=menu]')?.focus({ preventScroll: true });
  }, [row, editing]);
}

type FileEditProps = {
  edit: CardEdit;
  busy: boolean;
  onType(text: string): void;
  onRevert(): void;
  onDone(): void;
};

const [fewestRows, mostRows] = [6, 24];

/** The whole text of a file, for the person to edit; it is applied as they leave it. */
function FileEdit({ edit, busy, onType, onRevert, onDone }: FileEditProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [rows] = useState(() => rowsFor(edit.text));
  const isChanged = edit.text !== edit.proposed;
  useEffect(() => {
    const { current } = field;
    if (current === null) return;
    current.focus({ preventScroll: true });
    goToConflict(current);
    current.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div className="flex flex-col gap-2 border-t border-hairline p-3">
      <textarea
        ref={field}
        aria-label={visibleText(`Text of ${edit.path}`, 'line')}
        dir="ltr"
        wrap="off"
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        autoCorrect="off"
        rows={rows}
        readOnly={busy}
        value={edit.text}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || isComposing(event)) return;
          event.stopPropagation();
          onDone();
        }}
        className="block w-full resize-y overflow-auto rounded-control border border-edge bg-raised px-3 py-2 font-mono text-code whitespace-pre"
      />
      <div className="flex flex-wrap items-center justify-end gap-2">
        <span className="me-auto text-small text-secondary">
          {isChanged ? 'Applying writes your text.' : 'Change the text; applying writes what stands here.'}
        </span>
        {isChanged ? (
          <Button look="quiet" onClick={onRevert}>
            Back to the proposal
          </Button>
        ) : null}
        <Button onClick={onDone}>Done</Button>
      </div>
    </div>
  );
}

/** Scrolls to the first conflict mark, and puts the caret there. */
function goToConflict(field: HTMLTextAreaElement): void {
  const at = `\n${field.value}`.indexOf(`\n${conflictMarks.ours}\n`);
  if (at < 0) return;
  field.setSelectionRange(at, at);
  const lines = field.value.slice(0, at).split('\n').length - 1;
  field.scrollTop = Math.max(0, lines - 2) * Number.parseFloat(getComputedStyle(field).lineHeight);
}

/** At first as high as its text; the person can resize it. */
function rowsFor(text: string): number {
  return Math.min(mostRows, Math.max(fewestRows, text.split('\n').length));
}

function Outdated() {
  return (
    <p className="px-4 py-2 text-second text-danger">
      The proposal has changed since you edited it. Open your text again and look at it before you apply.
    </p>
  );
}
