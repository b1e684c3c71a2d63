import type { FileEdit, LineComment } from '../../../shared/previews/decision.ts';
import type { PendingAction } from '../../../shared/previews/pending-action.ts';
import type { FileDiff } from '../../../shared/previews/preview.ts';
import type { PreviewDraftChange } from '../../../shared/previews/preview-draft.ts';
import { type CardHandle, type Failed, isSending } from '../store/card-kind.ts';
import { brokenCall } from './common-kind.ts';
import type { CardEdit, PreviewCall, PreviewCardState } from './preview-card-state.ts';
import type { PreviewPart } from './preview-part.ts';
import { isSameLine, joinComments, type LinePlace } from '../../../shared/previews/line-comments.ts';

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

/** The card of a preview, as far as this is about its files. */
type FilesCard<Calls extends object> = CardHandle<{
  name: 'preview';
  part: PreviewPart;
  state: PreviewCardState;
  call: PreviewCall;
  change: PreviewDraftChange;
  calls: Calls;
  intents: object;
}>;

export function textEditIntents(card: FilesCard<TextEditCalls>): TextEditIntents {
  const { read, write } = card;
  const edits = editsOf(card);
  const { open, showDiff } = editReads(card, edits);

  function closeFile(): void {
    const { editing } = read();
    write({ editing: null });
    const edit = editing === null ? undefined : edits.of(editing);
    if (edit === undefined) return;
    if (edit.text === edit.proposed) edits.drop(edit.path);
    else void showDiff(edit);
  }

  return {
    editFile(path) {
      if (read().opening !== null || isSending(read())) return;
      if (read().editing !== null) closeFile();
      void open(path);
    },
    typeText(path, text) {
      const edit = edits.of(path);
      if (edit === undefined || isSending(read())) return;
      edits.type(edit, text);
    },
    closeFile,
    revertFile(path) {
      edits.drop(path);
      write({ editing: null, failure: null });
    },
    showEdits() {
      const { edits: all, editing } = read();
      for (const edit of all) if (edit.diff === null && edit.path !== editing) void showDiff(edit);
    },
  };
}

/** The person's edits of a card's texts, by file. */
type CardEdits = {
  of(path: string): CardEdit | undefined;
  put(edit: CardEdit): void;
  /** Puts another text in the place of one, and keeps it. */
  type(edit: CardEdit, text: string): void;
  /** Forgets what was made of a text, here and in what is kept. */
  drop(path: string): void;
};

function editsOf({ read, write, save }: FilesCard<TextEditCalls>): CardEdits {
  const of = (path: string) => read().edits.find((edit) => edit.path === path);

  function put(edit: CardEdit): void {
    const { edits } = read();
    const isKnown = of(edit.path) !== undefined;
    write({
      edits: isKnown ? edits.map((other) => (other.path === edit.path ? edit : other)) : [...edits, edit],
    });
  }

  return {
    of,
    put,
    type(edit, text) {
      const { path, fingerprint, proposed } = edit;
      put({ ...edit, text, diff: null });
      save({ edits: [{ path, fingerprint, text: text === proposed ? null : text }] }, 'soon');
    },
    drop(path) {
      const edit = of(path);
      if (edit === undefined) return;
      write({ edits: read().edits.filter((other) => other !== edit) });
      save({ edits: [{ path, fingerprint: edit.fingerprint, text: null }] }, 'soon');
    },
  };
}

/** Reads of a text and its diff for the card. */
function editReads({ part, calls, write }: FilesCard<TextEditCalls>, edits: CardEdits) {
  const { action } = part;

  async function open(path: string): Promise<void> {
    write({ opening: path, failure: null });
    const read = await calls.proposedText(action, path).catch(unexpected);
    if (!read.ok) return write({ opening: null, failure: read.message });
    const { text, fingerprint } = read;
    // Who sees the whole text again decides about the preview as it is now.
    edits.put({ path, text: edits.of(path)?.text ?? text, fingerprint, proposed: text, diff: null });
    write({ opening: null, editing: path });
  }

  async function showDiff({ path, text }: CardEdit): Promise<void> {
    const read = await calls.diffOfEdit(action, { path, text }).catch(unexpected);
    const edit = edits.of(path);
    if (edit === undefined || edit.text !== text) return;
    if (read.ok) edits.put({ ...edit, diff: read.diff });
    else write({ failure: read.message });
  }

  return { open, showDiff };
}

function unexpected(): Failed {
  return { ok: false, message: brokenCall };
}

/** Actions of a person on the comments of a preview. */
export type CommentIntents = {
  /** Opens the field of the comment on a line. */
  openComment(place: LinePlace): void;
  typeComment(comment: LineComment): void;
  /** Closes the field; a comment without text is forgotten. */
  closeComment(place: LinePlace): void;
  removeComment(place: LinePlace): void;
};

export function commentIntents({ read, write, save }: FilesCard<object>): CommentIntents {
  function put(comment: LineComment): void {
    const comments = joinComments(read().comments, [comment]);
    write({ comments: comments.filter(({ text }) => text !== '') });
    save({ comments: [comment] }, 'soon');
  }

  const others = (place: LinePlace) => read().commenting.filter((other) => !isSameLine(other, place));

  function removeComment(place: LinePlace): void {
    const { path, side, line } = place;
    const known = read().comments.some((comment) => isSameLine(comment, place));
    write({ commenting: others(place) });
    if (known) put({ path, side, line, quote: '', text: '' });
  }

  return {
    openComment: ({ path, side, line }) =>
      write({ commenting: [...others({ path, side, line }), { path, side, line }] }),
    typeComment(comment) {
      if (!isSending(read())) put(comment);
    },
    closeComment(place) {
      const comment = read().comments.find((other) => isSameLine(other, place));
      if (comment === undefined || comment.text.trim() === '') removeComment(place);
      else write({ commenting: others(place) });
    },
    removeComment,
  };
}
