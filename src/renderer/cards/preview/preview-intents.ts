import type { ConflictPick, Decision, FileEdit, LineComment } from '../../../shared/previews/decision.ts';
import type { PendingAction } from '../../../shared/previews/pending-action.ts';
import type { FileDiff } from '../../../shared/previews/preview.ts';
import type { CallResult, Failed, IntentsOf } from '../store/card-kind.ts';
import type { CommonTypes } from './common-kind.ts';
import type { PreviewCall, PreviewCardState } from './preview-card-state.ts';
import type { PreviewPart } from './preview-part.ts';
import type { LinePlace } from '../../../shared/previews/line-comments.ts';

/** Types of the card of a staged change of files. */
export type PreviewCardTypes = CommonTypes & {
  name: 'preview';
  part: PreviewPart;
  state: PreviewCardState;
  call: PreviewCall;
  calls: PreviewCalls;
  intents: OwnIntents;
};

type PreviewCalls = TextEditCalls & {
  decide(action: PendingAction, fingerprint: string, decision: Decision): Promise<CallResult>;
  undo(action: PendingAction): Promise<CallResult>;
  /** Applies an undone change again. */
  redo(action: PendingAction): Promise<CallResult>;
  /** Shows a change that waits anew where its files are others by now. */
  refresh(action: PendingAction): Promise<CallResult>;
  /** The files that keep a change from being undone, or applied again. */
  filesInWay(action: PendingAction): Promise<string[]>;
  /** Opens a file at a line in the person's editor. */
  openInEditor(path: string, line: number): Promise<CallResult>;
};

type OwnIntents = TextEditIntents & CommentIntents & ViewIntents & EndIntents;

export type ViewIntents = {
  openField(field: PreviewCardState['field']): void;
  typeNote(note: string): void;
  typeReason(reason: string): void;
  turnFile(path: string): void;
  /** Leaves a file out of what is applied, or takes it back in. */
  dropFile(path: string, dropped: boolean): void;
  /** The same with one of its changes, by its number among them. */
  dropChange(file: FileDiff, change: number, dropped: boolean): void;
  /** Takes a side at a conflict of a file, by its number among them. */
  pickSide(path: string, conflict: number, side: ConflictPick['side']): void;
  setWrap(wrap: boolean): void;
  /** Unfolds all that is folded or cut. */
  showEverything(): void;
  /** Shows the unchanged lines before a change. */
  showUnchanged(path: string, change: number): void;
  /** Shows a long diff as far as this many of its parts. */
  showParts(path: string, count: number): void;
  /** Notes how many rows of a file are on the page. */
  noteRows(path: string, count: number): void;
  openInEditor(path: string, line: number): void;
};

export type EndIntents = {
  apply(): void;
  discard(): void;
  /** Sends the change back with all that the person says and makes of it; where that is nothing, asks for a note. */
  askForChanges(): void;
  /** Asks about the files of the change: whether it is to be shown anew, or can be undone, or applied again. */
  checkFiles(): void;
  undo(): void;
  redo(): void;
};

/** Actions of a person on the card of a staged change. */
export type PreviewIntents = IntentsOf<PreviewCardTypes>;

/** Actions of a person on the proposed text of one file. */
export type TextEditIntents = {
  /** Opens the text, with what was typed into it before. */
  editFile(path: string): void;
  typeText(path: string, text: string): void;
  /** Closes the text; what was typed stays, and its diff is shown. */
  closeFile(): void;
  /** Goes back to what was proposed. */
  revertFile(path: string): void;
  /** Reads the diffs of edits that came with the card. */
  showEdits(): void;
};

export type TextEditCalls = {
  proposedText(
    action: PendingAction,
    path: string,
  ): Promise<{ ok: true; text: string; fingerprint: string } | Failed>;
  diffOfEdit(action: PendingAction, edit: FileEdit): Promise<{ ok: true; diff: FileDiff } | Failed>;
};

/** Actions of a person on the comments of a preview. */
export type CommentIntents = {
  /** Opens the field of the comment on a line. */
  openComment(place: LinePlace): void;
  typeComment(comment: LineComment): void;
  /** Closes the field; a comment without text is forgotten. */
  closeComment(place: LinePlace): void;
  removeComment(place: LinePlace): void;
};
