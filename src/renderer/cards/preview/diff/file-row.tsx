import { createContext, use, useEffect, useRef } from 'react';
import type { LineComment } from '../../../../shared/previews/decision.ts';
import type { FileDiff, ShownConflict } from '../../../../shared/previews/preview.ts';
import { Conflict } from './conflict.tsx';
import { FileEdit, Outdated } from './file-edit.tsx';
import type { PreviewIntents } from '../preview-intents.ts';
import {
  type CardEdit,
  changedEdits,
  currentPicks,
  type Dropped,
  droppedOf,
  linesOf,
  type PreviewCardState,
  shownRowsOf,
} from '../preview-card-state.ts';
import { isSending } from '../../store/card-kind.ts';
import { FileBody } from './file-body.tsx';
import { FileDiffView } from './file-diff.tsx';
import { firstChangedLine } from './shown-hunks.ts';
import { hintOf } from '../preview-words.ts';

type FileRowProps = {
  file: FileDiff;
  card: PreviewCardState;
  intents: PreviewIntents;
  initiallyOpen: boolean;
  /** True if its text can be edited now, and left out. */
  canEdit: boolean;
  /** True if the person's text is in the preview already. */
  wasEdited: boolean;
  split: boolean;
  /** True if the preview stands in the folder. */
  applied: boolean;
  /** Names the preview as it is now. */
  fingerprint: string;
  /** The comments on its lines. */
  comments: readonly LineComment[];
};

/** True where the person's editor can be opened. */
export const HasEditorContext = createContext(false);

/** One file of a preview with what the person makes of it. */
export function FileRow(props: FileRowProps) {
  const { file, card, intents, initiallyOpen, canEdit, wasEdited, fingerprint, comments } = props;
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
  return (
    <FileDiffView
      row={row}
      file={shown}
      open={open}
      hint={hintOf({
        meanwhile: file.meanwhile,
        edited: edit !== undefined || wasEdited,
        dropped: dropped.changes.size,
        of: file.hunks.length,
        comments: comments.length,
      })}
      dropped={dropped.whole}
      onTurn={() => (editing === undefined ? intents.turnFile(path) : intents.closeFile())}
      onEdit={
        canEdit && editing === undefined && !isPartly && file.change !== 'deleted'
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

/** The line at which the file can be opened in an editor; null where it can't. */
function useOpenAt({ file: { change, hunks }, applied }: FileRowProps): number | null {
  const hasEditor = use(HasEditorContext);
  const isThere = change === 'changed' || (change === 'created') === applied;
  return hasEditor && isThere ? firstChangedLine(hunks, applied ? 'new' : 'old') : null;
}

type ChangesProps = FileRowProps & { shown: FileDiff; edit: CardEdit | undefined; dropped: Dropped };

/** The changes of a file, each of which can be left out where the text is the proposed one. */
function Changes(props: ChangesProps) {
  const { file, shown } = props;
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

/** The places of a file at which the person has to choose. */
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
        commenting: canEdit ? card.commenting.filter((place) => place.path === path) : [],
        busy: isSending(card),
        intents: canEdit ? intents : null,
      }}
    />
  );
}

const noneDropped: Dropped = { whole: false, changes: new Set<number>() };

/** When the text closes, a focus that was in it goes to the button it was opened by. */
function useKeptFocus(row: { current: HTMLElement | null }, editing: boolean): void {
  const before = useRef(editing);
  useEffect(() => {
    const closed = before.current && !editing;
    before.current = editing;
    if (!closed || document.activeElement !== document.body) return;
    row.current?.querySelector<HTMLElement>('button[aria-haspopup=menu]')?.focus({ preventScroll: true });
  }, [row, editing]);
}
