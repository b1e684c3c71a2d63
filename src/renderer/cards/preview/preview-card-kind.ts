import type { ConflictPick, Decision, FileEdit } from '../../../shared/previews/decision.ts';
import type { PendingAction } from '../../../shared/previews/pending-action.ts';
import type { DraftDrop } from '../../../shared/previews/preview-draft.ts';
import type { FileDiff } from '../../../shared/previews/preview.ts';
import {
  type CallResult,
  type CardHandle,
  type CardKind,
  type Failed,
  type IntentsOf,
  isSending,
} from '../store/card-kind.ts';
import { type CommentIntents, createCommentIntents } from '../diff/comment-intents.ts';
import { brokenCall, reviewKind, type ReviewTypes } from '../review/review-kind.ts';
import {
  applyDecision,
  askDecision,
  type CardEdit,
  currentPicks,
  droppedOf,
  initialCard,
  linesOf,
  type PreviewCall,
  type PreviewCardState,
  type PreviewPart,
  sentComments,
  settledCard,
} from './preview-card-state.ts';

export const previewCardKind: CardKind<PreviewCardTypes> & { name: 'preview' } = {
  name: 'preview',
  initial: initialCard,
  ...reviewKind,
  settle: settledCard,
  intents: (card) => ({
    ...textEditIntents(card),
    ...commentIntents(card),
    ...viewIntents(card),
    ...endIntents(card),
  }),
};

/** Drops of a card; the next one forgets those of an earlier version of the preview. */
function dropIntents({
  part,
  read,
  write,
  save,
}: CardHandle<PreviewCardTypes>): Pick<ViewIntents, 'dropFile' | 'dropChange'> {
  const { fingerprint } = part.action;

  function set(path: string, drop: Omit<DraftDrop, 'path' | 'fingerprint'> | null): void {
    if (isSending(read())) return;
    const others = read().drops.filter((other) => other.fingerprint === fingerprint && other.path !== path);
    const drops = drop === null ? others : [...others, { path, fingerprint, ...drop }];
    write({ drops });
    save({ drops }, 'now');
  }

  return {
    dropFile: (path, dropped) => set(path, dropped ? {} : null),
    dropChange(file, change, dropped) {
      const now = new Set(droppedOf(read(), fingerprint, file).changes);
      if (dropped) now.add(change);
      else now.delete(change);
      if (now.size === 0) set(file.path, null);
      else
        set(file.path, now.size === file.hunks.length ? {} : { changes: [...now].toSorted((a, b) => a - b) });
    },
  };
}

/** Marks files of a preview as read, as it is now. */
function viewedIntents({
  part,
  read,
  write,
  save,
}: CardHandle<PreviewCardTypes>): Pick<ViewIntents, 'viewFile'> {
  const { fingerprint } = part.action;
  return {
    viewFile(path, isViewed) {
      if (isSending(read())) return;
      const others = read().viewed.filter((view) => view.fingerprint === fingerprint && view.path !== path);
      const viewed = isViewed ? [...others, { path, fingerprint }] : others;
      const turned = read().turned.filter((other) => other !== path);
      write({ viewed, turned: isViewed ? [...turned, path] : turned });
      save({ viewed }, 'now');
    },
  };
}

/** More parts than any diff has. */
const allParts = 1_000_000;

function viewIntents(card: CardHandle<PreviewCardTypes>): ViewIntents {
  const { part, calls, read, write, save } = card;

  async function readText(path: string): Promise<void> {
    const text = await calls.proposedText(part.action, path).catch(() => null);
    if (text?.ok !== true) return;
    const { fingerprint } = text;
    write({ texts: new Map(read().texts).set(path, { fingerprint, lines: text.text.split('\n') }) });
  }

  return {
    ...dropIntents(card),
    ...viewedIntents(card),
    pickSide(path, conflict, side) {
      if (isSending(read())) return;
      const { fingerprint } = part.action;
      const picks = [
        ...currentPicks(read(), fingerprint).filter(
          (pick) => pick.path !== path || pick.conflict !== conflict,
        ),
        { path, conflict, side, fingerprint },
      ];
      write({ picks });
      save({ picks }, 'now');
    },
    setWrap: (wrap) => write({ wrap }),
    showEverything() {
      const { files } = part.action.preview;
      write({ turned: [], shownParts: new Map(files.map(({ path }) => [path, allParts])) });
    },
    showUnchanged(path, change) {
      const { shownGaps } = read();
      write({ shownGaps: new Map(shownGaps).set(path, [...(shownGaps.get(path) ?? []), change]) });
      if (linesOf(read(), part.action.fingerprint, path) === null) void readText(path);
    },
    openInEditor(path, line) {
      void calls
        .openInEditor(path, line)
        .then((result) => write({ failure: result.ok ? null : result.message }));
    },
    openField: (field) => write({ field }),
    typeNote(note) {
      write({ note });
      save({ note }, 'soon');
    },
    typeReason(reason) {
      write({ reason });
      save({ reason }, 'soon');
    },
    turnFile(path) {
      const { turned } = read();
      const others = turned.filter((other) => other !== path);
      write({ turned: others.length < turned.length ? others : [...others, path] });
    },
    showParts: (path, count) => write({ shownParts: new Map(read().shownParts).set(path, count) }),
    noteRows: (path, count) => write({ shownRows: new Map(read().shownRows).set(path, count) }),
  };
}

function endIntents({ part, calls, read, write, send }: CardHandle<PreviewCardTypes>): EndIntents {
  const { action } = part;

  function checkFiles(): void {
    if (action.state.type === 'open') {
      void calls.refresh(action).catch(() => undefined);
      return;
    }
    calls.filesInWay(action).then(
      (filesInWay) => {
        const known = read().filesInWay;
        const isKnown =
          known?.length === filesInWay.length && known.every((path, at) => path === filesInWay[at]);
        if (!isKnown) write({ filesInWay });
      },
      () => undefined,
    );
  }

  return {
    apply() {
      const { fingerprint, decision } = applyDecision(read(), action);
      // What was edited is a part of the preview once it is decided.
      const done = { edits: [], drops: [], picks: [], editing: null };
      void send('apply', () => calls.decide(action, fingerprint, decision), done);
    },
    discard() {
      const { reason } = read();
      const given = { ...(reason.trim() !== '' && { reason }), ...sentComments(read()) };
      void send('discard', () => calls.decide(action, action.fingerprint, { type: 'discard', ...given }));
    },
    askForChanges() {
      const asked = askDecision(read(), action);
      if (asked === null) return write({ field: 'note' });
      const done = { edits: [], drops: [], picks: [], editing: null };
      void send('ask', () => calls.decide(action, asked.fingerprint, asked.decision), done);
    },
    checkFiles,
    undo() {
      if (isSending(read())) return;
      void send('undo', () => calls.undo(action)).then(checkFiles);
    },
    redo() {
      if (isSending(read())) return;
      void send('redo', () => calls.redo(action)).then(checkFiles);
    },
  };
}

function textEditIntents(card: CardHandle<PreviewCardTypes>): TextEditIntents {
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
  /** Replaces a text, and saves it. */
  type(edit: CardEdit, text: string): void;
  /** Forgets the edit of a text, here and in main. */
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

function commentIntents({ read, write, save }: CardHandle<PreviewCardTypes>): CommentIntents {
  const intents = createCommentIntents({
    read,
    write,
    save: (comment) => save({ comments: [comment] }, 'soon'),
  });
  return {
    ...intents,
    typeComment(comment) {
      if (!isSending(read())) intents.typeComment(comment);
    },
  };
}

export type PreviewCardTypes = ReviewTypes & {
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
  /** Rebases a waiting change whose files have changed, and shows it again. */
  refresh(action: PendingAction): Promise<CallResult>;
  /** Returns the files that keep a change from being undone, or applied again. */
  filesInWay(action: PendingAction): Promise<string[]>;
  openInEditor(path: string, line: number): Promise<CallResult>;
};

type OwnIntents = TextEditIntents & CommentIntents & ViewIntents & EndIntents;

type ViewIntents = {
  openField(field: PreviewCardState['field']): void;
  typeNote(note: string): void;
  typeReason(reason: string): void;
  /** Folds or unfolds a file. */
  turnFile(path: string): void;
  /** Marks a file as read, which folds it, or takes that back. */
  viewFile(path: string, isViewed: boolean): void;
  /** Leaves a file out, or takes it back in. */
  dropFile(path: string, dropped: boolean): void;
  /** The same for one hunk of it, numbered from 0. */
  dropChange(file: FileDiff, change: number, dropped: boolean): void;
  /** Takes a side in a conflict of a file, numbered from 0. */
  pickSide(path: string, conflict: number, side: ConflictPick['side']): void;
  setWrap(wrap: boolean): void;
  showEverything(): void;
  /** Shows the unchanged lines before a change, numbered from 0; after the last change for the number behind it. */
  showUnchanged(path: string, change: number): void;
  /** Shows this many parts of a long diff. */
  showParts(path: string, count: number): void;
  /** Keeps how many rows of a file are on the page. */
  noteRows(path: string, count: number): void;
  openInEditor(path: string, line: number): void;
};

type EndIntents = {
  apply(): void;
  discard(): void;
  /** Sends the change back with the person's note, comments and edits; opens the note if there are none. */
  askForChanges(): void;
  /** Checks whether files have changed: then it is rebased, or can't be undone or applied again. */
  checkFiles(): void;
  undo(): void;
  redo(): void;
};

export type PreviewIntents = IntentsOf<PreviewCardTypes>;

type TextEditIntents = {
  /** Opens the text with what was typed into it before. */
  editFile(path: string): void;
  typeText(path: string, text: string): void;
  /** Closes the text; what was typed stays, and its diff is shown. */
  closeFile(): void;
  revertFile(path: string): void;
  /** Reads the diffs of edits that came with the card. */
  showEdits(): void;
};

type TextEditCalls = {
  proposedText(
    action: PendingAction,
    path: string,
  ): Promise<{ ok: true; text: string; fingerprint: string } | Failed>;
  diffOfEdit(action: PendingAction, edit: FileEdit): Promise<{ ok: true; diff: FileDiff } | Failed>;
};
