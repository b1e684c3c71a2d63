import { decidedOutcomeOf, outcomeOf } from '../../../shared/previews/preview-state.ts';
import {
  commentsOf,
  filledComments,
  isSameLine,
  type LineAnchor,
} from '../../../shared/previews/line-comments.ts';
import type { Decision, LineComment } from '../../../shared/previews/decision.ts';
import type { ActionOf, PendingAction } from '../../../shared/previews/pending-action.ts';
import type { DraftDrop, DraftPick, DraftView } from '../../../shared/previews/preview-draft.ts';
import type { FileDiff } from '../../../shared/previews/preview.ts';
import type { StagingPart } from '../../../shared/transcript/transcript.ts';
import { noDraft } from '../../../shared/previews/no-draft.ts';
import { isFileShownWhole, rowsShown } from '../diff/shown-hunks.ts';
import { type CommonState, untouched } from '../store/card-kind.ts';

export type EditAction = ActionOf<'edit'>;

/** A call that staged a change of files. */
export type PreviewPart = StagingPart & { action: EditAction };

export function isEditPart(part: StagingPart): part is PreviewPart {
  return part.action?.preview.type === 'edit';
}

/**
 * The person's edit of one proposed text. `proposed` is that text if it was read in this window,
 * `fingerprint` names the preview it is of, `diff` is the file's diff with the person's text.
 */
export type CardEdit = {
  path: string;
  text: string;
  fingerprint: string;
  proposed: string | null;
  diff: FileDiff | null;
};

export type PreviewCall = 'apply' | 'discard' | 'ask' | 'undo' | 'redo';

export type PreviewCardState = CommonState<'preview', PreviewCall> & {
  field: 'note' | 'reason' | null;
  note: string;
  reason: string;
  edits: readonly CardEdit[];
  drops: readonly DraftDrop[];
  picks: readonly DraftPick[];
  /** The files that the person has marked as read. */
  viewed: readonly DraftView[];
  comments: readonly LineComment[];
  /** The lines whose comment is being written. */
  commenting: readonly LineAnchor[];
  editing: string | null;
  /** The file whose text is being loaded. */
  opening: string | null;
  /** The files that the person folded or unfolded, against their default. */
  turned: readonly string[];
  /** How many parts of a long diff are shown, by file; one if it is missing. */
  shownParts: ReadonlyMap<string, number>;
  /** How many of their rows are on the page; more are added with each frame. */
  shownRows: ReadonlyMap<string, number>;
  /** Hunks whose unchanged lines before them are shown, by file. */
  shownGaps: ReadonlyMap<string, readonly number[]>;
  /** Lines of the proposed texts, with the fingerprint of the preview that they were loaded for. */
  texts: ReadonlyMap<string, { fingerprint: string; lines: readonly string[] }>;
  /** True if long lines wrap. */
  wrap: boolean;
  /** The files that keep the change from being undone, or applied again; null until that is known. */
  filesInWay: readonly string[] | null;
};

export function initialCard({ unsent = noDraft, action }: PreviewPart): PreviewCardState {
  const { note, reason, edits, drops, picks, viewed, comments } = unsent;
  return {
    kind: 'preview',
    ...untouched,
    field: reason !== '' ? 'reason' : note !== '' ? 'note' : null,
    note,
    reason,
    edits: edits.map((edit) => ({ ...edit, proposed: null, diff: null })),
    drops,
    picks,
    viewed,
    comments,
    commenting: [],
    editing: null,
    opening: null,
    // What was viewed begins folded.
    turned: viewed.flatMap(({ path, fingerprint }) => (fingerprint === action.fingerprint ? [path] : [])),
    shownParts: new Map(),
    shownRows: new Map(),
    shownGaps: new Map(),
    texts: new Map(),
    wrap: true,
    filesInWay: null,
  };
}

/** Those edits that differ from what was proposed, as far as this window knows that. */
export function changedEdits({ edits }: PreviewCardState): CardEdit[] {
  return edits.filter(({ text, proposed }) => text !== proposed);
}

/** Returns the decision to apply: with the edits, under the fingerprint of the preview they were made in. */
export function applyDecision(
  card: PreviewCardState,
  { fingerprint }: PendingAction,
): { fingerprint: string; decision: Decision } {
  const { under, given } = sentChanges(card, fingerprint);
  const note = card.note.trim() === '' ? {} : { note: card.note };
  return { fingerprint: under, decision: { type: 'apply', ...note, ...given, ...sentComments(card) } };
}

/** Returns the decision to send it back, likewise; null if there is nothing to send along. */
export function askDecision(
  card: PreviewCardState,
  action: EditAction,
): { fingerprint: string; decision: Decision } | null {
  const { fingerprint } = action;
  // Where all is dropped, nothing would be left of the proposal: the note and comments say what to do.
  const isAllDropped = keptChanges(card, action).kept === 0;
  const { under, given } = sentChanges(isAllDropped ? { ...card, drops: [] } : card, fingerprint);
  const note = card.note.trim() === '' ? {} : { note: card.note };
  const said = { ...note, ...given, ...sentComments(card) };
  if (Object.keys(said).length === 0) return null;
  return { fingerprint: under, decision: { type: 'ask-for-changes', ...said } };
}

/** Returns the person's version of a preview, and the fingerprint of the one it was made of. */
function sentChanges(card: PreviewCardState, fingerprint: string) {
  const edits = changedEdits(card);
  const edited = edits.length === 0 ? {} : { edits: edits.map(({ path, text }) => ({ path, text })) };
  const drops = currentDrops(card, fingerprint).map(({ path, changes }) => ({
    path,
    ...(changes && { changes }),
  }));
  const picks = currentPicks(card, fingerprint).map(({ path, conflict, side }) => ({ path, conflict, side }));
  return {
    under: edits.find((edit) => edit.fingerprint !== fingerprint)?.fingerprint ?? fingerprint,
    given: { ...edited, ...(drops.length > 0 && { drops }), ...(picks.length > 0 && { picks }) },
  };
}

export function sentComments(card: PreviewCardState): { comments?: LineComment[] } {
  const comments = filledComments(card.comments);
  return comments.length === 0 ? {} : { comments };
}

/** The comments on the lines of a preview: those of the person while they decide, then those they sent. */
export function shownComments(card: PreviewCardState, { state }: PendingAction): readonly LineComment[] {
  switch (state.type) {
    case 'open':
      return card.comments;
    case 'decided':
    case 'carrying-out':
      return commentsOf(state.decision);
    case 'ended':
      return decidedOutcomeOf(state)?.comments ?? [];
  }
}

/** The drops of the preview as it is now. */
function currentDrops({ drops }: PreviewCardState, fingerprint: string): DraftDrop[] {
  return drops.filter((drop) => drop.fingerprint === fingerprint);
}

/** The lines of a file's proposed text, if they were loaded for the preview as it is now. */
export function linesOf(
  { texts }: PreviewCardState,
  fingerprint: string,
  path: string,
): readonly string[] | null {
  const text = texts.get(path);
  return text?.fingerprint === fingerprint ? text.lines : null;
}

/** The picks in the preview as it is now. */
export function currentPicks({ picks }: PreviewCardState, fingerprint: string): DraftPick[] {
  return picks.filter((pick) => pick.fingerprint === fingerprint);
}

/** The paths of the files that the person has marked as read in the preview as it is now. */
export function viewedFiles({ viewed }: PreviewCardState, fingerprint: string): ReadonlySet<string> {
  return new Set(viewed.flatMap((view) => (view.fingerprint === fingerprint ? [view.path] : [])));
}

/** Counts the conflicts that still need a side. */
export function openConflicts(card: PreviewCardState, { fingerprint, preview }: EditAction): number {
  const picks = currentPicks(card, fingerprint);
  const settled = new Set([
    ...wholeDropsOf(card, fingerprint, preview.files),
    ...changedEdits(card).map(({ path }) => path),
  ]);
  const open = preview.files.flatMap(({ path, conflicts = [] }) =>
    settled.has(path)
      ? []
      : conflicts.filter(
          (_, number) => !picks.some((pick) => pick.path === path && pick.conflict === number),
        ),
  );
  return open.length;
}

/** The parts of a file that are left out: all of it, or some of its changes by their numbers. */
export type Dropped = { whole: boolean; changes: ReadonlySet<number> };

export function droppedOf(card: PreviewCardState, fingerprint: string, { path, hunks }: FileDiff): Dropped {
  const drop = currentDrops(card, fingerprint).find((other) => other.path === path);
  if (drop === undefined) return { whole: false, changes: new Set() };
  return { whole: drop.changes === undefined, changes: new Set(drop.changes ?? hunks.keys()) };
}

function wholeDropsOf(card: PreviewCardState, fingerprint: string, files: readonly FileDiff[]): string[] {
  return files.filter((file) => droppedOf(card, fingerprint, file).whole).map(({ path }) => path);
}

/** A file as it would be applied: with the person's edit, without what they dropped. */
export function keptOf(card: PreviewCardState, fingerprint: string, file: FileDiff): FileDiff {
  const { whole, changes } = droppedOf(card, fingerprint, file);
  if (whole) return { ...file, hunks: [] };
  const edit = changedEdits(card).find(({ path }) => path === file.path);
  if (edit !== undefined) return edit.diff ?? file;
  return changes.size === 0
    ? file
    : { ...file, hunks: file.hunks.filter((_, number) => !changes.has(number)) };
}

/** The files of a preview, as they would be or were applied, without those that the person dropped. */
export function keptFiles(card: PreviewCardState, { fingerprint, preview, state }: EditAction): FileDiff[] {
  if (state.type === 'ended') return preview.files;
  return preview.files
    .filter((file) => !droppedOf(card, fingerprint, file).whole)
    .map((file) => keptOf(card, fingerprint, file));
}

/** Counts the changes of a preview, and those that are kept. */
export function keptChanges(
  card: PreviewCardState,
  { fingerprint, preview }: EditAction,
): { kept: number; all: number } {
  const counts = preview.files.map((file) => {
    const all = Math.max(1, file.hunks.length);
    const { whole, changes } = droppedOf(card, fingerprint, file);
    return { all, kept: whole ? 0 : all - changes.size };
  });
  return {
    all: counts.reduce((sum, { all }) => sum + all, 0),
    kept: counts.reduce((sum, { kept }) => sum + kept, 0),
  };
}

export function shownRowsOf({ shownRows }: PreviewCardState, path: string): number {
  return shownRows.get(path) ?? rowsShown(1);
}

/** True if nothing is folded unread or cut of what would be applied. */
export function isShownWhole(card: PreviewCardState, { fingerprint, preview }: EditAction): boolean {
  const viewed = viewedFiles(card, fingerprint);
  return preview.files.every((file) => {
    if (droppedOf(card, fingerprint, file).whole) return true;
    const shown = changedEdits(card).find(({ path }) => path === file.path)?.diff ?? file;
    const isOpenOrRead = !card.turned.includes(file.path) || viewed.has(file.path);
    return isOpenOrRead && isFileShownWhole(shown, shownRowsOf(card, file.path));
  });
}

/** True if the card is collapsed: as the person chose, else once the preview has ended. */
export function isCollapsed({ folded }: PreviewCardState, { state }: PendingAction): boolean {
  return folded?.collapsed ?? outcomeOf(state) !== null;
}

/** Clears what this window sent, once the preview has ended. */
export function settledCard(
  { phase, comments }: PreviewCardState,
  { action: { state } }: PreviewPart,
): Partial<PreviewCardState> {
  const sent = decidedOutcomeOf(state)?.comments;
  const left = comments.filter(
    (comment) => !sent?.some((other) => isSameLine(other, comment) && other.text === comment.text),
  );
  const unsent = left.length === comments.length ? {} : { comments: left };
  const ended = { field: null, editing: null, opening: null, commenting: [], turned: [], ...unsent };
  if (phase.type === 'open') return ended;
  switch (phase.call) {
    case 'apply':
    case 'ask':
      return { ...ended, note: '', edits: [], drops: [], picks: [] };
    case 'discard':
      return { ...ended, reason: '' };
    case 'undo':
    case 'redo':
      return ended;
  }
}
