import type { Decision } from '../../../shared/previews/decision.ts';
import type { PendingAction } from '../../../shared/previews/pending-action.ts';
import type { FileDiff } from '../../../shared/previews/preview.ts';
import type { DraftDrop } from '../../../shared/previews/preview-draft.ts';
import {
  type CallResult,
  type CardHandle,
  type CardKind,
  type IntentsOf,
  isSending,
} from '../store/card-kind.ts';
import {
  type CommentIntents,
  commentIntents,
  type TextEditCalls,
  type TextEditIntents,
  textEditIntents,
} from './file-intents.ts';
import { commonKind, type CommonTypes } from './common-kind.ts';
import {
  applyDecision,
  askDecision,
  droppedOf,
  initialCard,
  sentComments,
  type PreviewCall,
  type PreviewCardState,
  settledCard,
} from './preview-card-state.ts';
import type { PreviewPart } from './preview-part.ts';

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
  /** The files that keep a change from being undone, or applied again. */
  filesInWay(action: PendingAction): Promise<string[]>;
  /** Opens a file at a line in the person's editor. */
  openInEditor(path: string, line: number): Promise<CallResult>;
};

type OwnIntents = TextEditIntents & CommentIntents & ViewIntents & EndIntents;

type ViewIntents = {
  openField(field: PreviewCardState['field']): void;
  typeNote(note: string): void;
  typeReason(reason: string): void;
  turnFile(path: string): void;
  /** Leaves a file out of what is applied, or takes it back in. */
  dropFile(path: string, dropped: boolean): void;
  /** The same with one of its changes, by its number among them. */
  dropChange(file: FileDiff, change: number, dropped: boolean): void;
  setWrap(wrap: boolean): void;
  /** Unfolds all that is folded or cut. */
  showEverything(): void;
  /** Shows the unchanged lines before a change. */
  showUnchanged(path: string, change: number): void;
  /** Shows a long diff as far as this many of its parts. */
  showParts(path: string, count: number): void;
  openInEditor(path: string, line: number): void;
};

type EndIntents = {
  apply(): void;
  discard(): void;
  /** Sends the change back with all that the person says and makes of it; where that is nothing, asks for a note. */
  askForChanges(): void;
  /** Asks which files keep the change from being undone, or applied again. */
  checkFiles(): void;
  undo(): void;
  redo(): void;
};

/** Actions of a person on the card of a staged change. */
export type PreviewIntents = IntentsOf<PreviewCardTypes>;

export const previewCardKind: CardKind<PreviewCardTypes> & { name: 'preview' } = {
  name: 'preview',
  initial: initialCard,
  ...commonKind,
  settle: settledCard,
  intents: (card) => ({
    ...textEditIntents(card),
    ...commentIntents(card),
    ...viewIntents(card),
    ...endIntents(card),
  }),
};

/** Drops of a card; those of a preview that has changed since are forgotten with the next one. */
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

/** More parts than any diff has. */
const allParts = 1_000_000;

function viewIntents(card: CardHandle<PreviewCardTypes>): ViewIntents {
  const { part, calls, read, write, save } = card;

  async function readText(path: string): Promise<void> {
    const text = await calls.proposedText(part.action, path).catch(() => null);
    if (text?.ok === true) write({ texts: { ...read().texts, [path]: text.text.split('\n') } });
  }

  return {
    ...dropIntents(card),
    setWrap: (wrap) => write({ wrap }),
    showEverything() {
      const { files } = part.action.preview;
      write({ turned: [], shownParts: Object.fromEntries(files.map(({ path }) => [path, allParts])) });
    },
    showUnchanged(path, change) {
      const { shownGaps, texts } = read();
      write({ shownGaps: { ...shownGaps, [path]: [...(shownGaps[path] ?? []), change] } });
      if (texts[path] === undefined) void readText(path);
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
    showParts: (path, count) => write({ shownParts: { ...read().shownParts, [path]: count } }),
  };
}

function endIntents({ part, calls, read, write, send }: CardHandle<PreviewCardTypes>): EndIntents {
  const { action } = part;

  function checkFiles(): void {
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
      const done = { edits: [], drops: [], editing: null };
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
      const done = { edits: [], drops: [], editing: null };
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
