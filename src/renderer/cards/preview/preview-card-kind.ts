import type { Decision } from '../../../shared/previews/decision.ts';
import type { PendingAction } from '../../../shared/previews/pending-action.ts';
import type { PreviewDraftChange } from '../../../shared/previews/preview-draft.ts';
import {
  type CallResult,
  type CardHandle,
  type CardKind,
  type IntentsOf,
  isSending,
} from '../store/card-kind.ts';
import { brokenCall, joinDraftChanges } from './draft-changes.ts';
import {
  applyDecision,
  initialCard,
  type PreviewCall,
  type PreviewCardState,
  settledCard,
} from './preview-card-state.ts';
import type { PreviewPart } from './preview-part.ts';
import { type TextEditCalls, type TextEditIntents, textEditIntents } from './text-edit-intents.ts';

/** Types of the card of a staged change of files. */
export type PreviewCardTypes = {
  name: 'preview';
  part: PreviewPart;
  state: PreviewCardState;
  call: PreviewCall;
  change: PreviewDraftChange;
  calls: PreviewCalls;
  intents: OwnIntents;
};

type PreviewCalls = TextEditCalls & {
  decide(action: PendingAction, fingerprint: string, decision: Decision): Promise<CallResult>;
  undo(action: PendingAction): Promise<CallResult>;
  /** The file that keeps a change from being undone; null where none does, or nobody knows. */
  undoHindrance(action: PendingAction): Promise<string | null>;
};

type OwnIntents = TextEditIntents & ViewIntents & EndIntents;

type ViewIntents = {
  openField(field: PreviewCardState['field']): void;
  typeNote(note: string): void;
  typeReason(reason: string): void;
  turnFile(path: string): void;
  /** Shows a long diff as far as this many of its parts. */
  showParts(path: string, count: number): void;
};

type EndIntents = {
  apply(): void;
  discard(): void;
  /** Asks whether the change can still be undone. */
  checkUndo(): void;
  undo(): void;
};

/** Actions of a person on the card of a staged change. */
export type PreviewIntents = IntentsOf<PreviewCardTypes>;

export const previewCardKind: CardKind<PreviewCardTypes> & { name: 'preview' } = {
  name: 'preview',
  initial: initialCard,
  hasEnded: ({ action }) => action.state.type === 'ended',
  join: joinDraftChanges,
  savesAfterEnd: true,
  brokenCall,
  settle: settledCard,
  intents: (card) => ({ ...textEditIntents(card), ...viewIntents(card), ...endIntents(card) }),
};

function viewIntents({ read, write, save }: CardHandle<PreviewCardTypes>): ViewIntents {
  return {
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

  function checkUndo(): void {
    const known = read().undoHindrance;
    calls.undoHindrance(action).then(
      (undoHindrance) => undoHindrance !== known && write({ undoHindrance }),
      () => undefined,
    );
  }

  return {
    apply() {
      const { fingerprint, decision } = applyDecision(read(), action);
      // What was edited is a part of the preview once it is decided.
      const done = { edits: [], editing: null };
      void send('apply', () => calls.decide(action, fingerprint, decision), done);
    },
    discard() {
      const { reason } = read();
      const given = reason.trim() === '' ? {} : { reason };
      void send('discard', () => calls.decide(action, action.fingerprint, { type: 'discard', ...given }));
    },
    checkUndo,
    undo() {
      if (isSending(read())) return;
      void send('undo', () => calls.undo(action)).then(checkUndo);
    },
  };
}
