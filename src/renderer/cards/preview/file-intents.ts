import type { LineComment } from '../../../shared/previews/decision.ts';
import { type CardHandle, type Failed, isSending } from '../store/card-kind.ts';
import { brokenCall } from './common-kind.ts';
import type { CardEdit } from './preview-card-state.ts';
import { isSameLine, joinComments, type LinePlace } from '../../../shared/previews/line-comments.ts';
import type { CommentIntents, PreviewCardTypes, TextEditIntents } from './preview-intents.ts';

export function textEditIntents(card: CardHandle<PreviewCardTypes>): TextEditIntents {
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

function editsOf({ read, write, save }: CardHandle<PreviewCardTypes>): CardEdits {
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
function editReads({ part, calls, write }: CardHandle<PreviewCardTypes>, edits: CardEdits) {
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

export function commentIntents({ read, write, save }: CardHandle<PreviewCardTypes>): CommentIntents {
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
