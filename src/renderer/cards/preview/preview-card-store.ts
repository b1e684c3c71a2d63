import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ActionId } from '../../../shared/ids.ts';
import type { Decision } from '../../../shared/previews/decision.ts';
import type { Timing } from '../../page-timing.ts';
import { createDraftChangeSaver, type DraftChangeSaver } from './draft-change-saver.ts';
import { type EditIntents, editIntents } from './edit/edit-intents.ts';
import { messageOfFailure } from './failure-message.ts';
import {
  applyDecision,
  type CardMemory,
  initialCard,
  type PreviewCardState,
  settledCard,
} from './preview-card-state.ts';
import type { Failed, PreviewEffects, PreviewResult } from './preview-effects.ts';
import type { PreviewPart } from './preview-part.ts';

type ViewIntents = {
  openField(part: PreviewPart, field: PreviewCardState['field']): void;
  typeNote(part: PreviewPart, note: string): void;
  typeReason(part: PreviewPart, reason: string): void;
  setCollapsed(part: PreviewPart, collapsed: boolean): void;
  turnFile(part: PreviewPart, path: string): void;
  /** Shows a long diff as far as this many of its parts. */
  showParts(part: PreviewPart, path: string, count: number): void;
};

type EndIntents = {
  apply(part: PreviewPart): void;
  discard(part: PreviewPart): void;
  /** Asks whether the change can still be undone. */
  checkUndo(part: PreviewPart): void;
  undo(part: PreviewPart): void;
  /** To be told when an action has ended. */
  settled(part: PreviewPart): void;
};

/** The unsent state of every preview card of a chat: it outlives the cards' rows. Nothing is sent twice. */
export type PreviewCardStore = EditIntents &
  ViewIntents &
  EndIntents & {
    cards: StoreApi<ReadonlyMap<ActionId, PreviewCardState>>;
    read(part: PreviewPart): PreviewCardState;
  };

export function createPreviewCardStore(effects: PreviewEffects, timing: Timing): PreviewCardStore {
  const cards = createStore<ReadonlyMap<ActionId, PreviewCardState>>(() => new Map());
  const saver = createDraftChangeSaver(effects.saveDraft, timing);
  const read = (part: PreviewPart) => cards.getState().get(part.action.id) ?? initialCard(part);

  function write(part: PreviewPart, change: Partial<PreviewCardState>): void {
    cards.setState(new Map(cards.getState()).set(part.action.id, { ...read(part), ...change }), true);
  }

  const memory = { read, write };
  return {
    cards,
    read,
    ...editIntents(memory, effects, saver),
    ...viewIntents(memory, saver),
    ...endIntents(memory, effects, saver),
  };
}

function viewIntents({ read, write }: CardMemory, saver: DraftChangeSaver): ViewIntents {
  return {
    openField: (part, field) => write(part, { field }),
    typeNote(part, note) {
      write(part, { note });
      saver.save(part.action.id, { note });
    },
    typeReason(part, reason) {
      write(part, { reason });
      saver.save(part.action.id, { reason });
    },
    setCollapsed: (part, collapsed) => write(part, { collapsed }),
    turnFile(part, path) {
      const { turned } = read(part);
      const others = turned.filter((other) => other !== path);
      write(part, { turned: others.length < turned.length ? others : [...others, path] });
    },
    showParts: (part, path, count) =>
      write(part, { shownParts: { ...read(part).shownParts, [path]: count } }),
  };
}

/** How a card changes once a call has ended. */
type After = { done: Partial<PreviewCardState>; failed: Partial<PreviewCardState> };

function endIntents(
  { read, write }: CardMemory,
  effects: PreviewEffects,
  saver: DraftChangeSaver,
): EndIntents {
  async function send(part: PreviewPart, call: () => Promise<PreviewResult>, after: After): Promise<void> {
    write(part, { sending: true, problem: null });
    const result = await call().catch((): Failed => ({ ok: false, message: messageOfFailure }));
    write(part, {
      sending: false,
      ...(result.ok ? after.done : { ...after.failed, problem: result.message }),
    });
  }

  function decide(part: PreviewPart, fingerprint: string, decision: Decision): void {
    if (read(part).sending) return;
    saver.flush();
    write(part, { sent: decision.type });
    // What was edited is a part of the preview once it is decided.
    const done = decision.type === 'apply' ? { edits: [], editing: null } : {};
    const call = () => effects.decide(part.action, fingerprint, decision);
    void send(part, call, { done, failed: { sent: null } });
  }

  function checkUndo(part: PreviewPart): void {
    const known = read(part).undoHindrance;
    effects.undoHindrance(part.action).then(
      (undoHindrance) => undoHindrance !== known && write(part, { undoHindrance }),
      () => undefined,
    );
  }

  return {
    apply(part) {
      const { fingerprint, decision } = applyDecision(read(part), part.action);
      decide(part, fingerprint, decision);
    },
    discard(part) {
      const { reason } = read(part);
      const given = reason.trim() === '' ? {} : { reason };
      decide(part, part.action.fingerprint, { type: 'discard', ...given });
    },
    checkUndo,
    undo(part) {
      if (read(part).sending) return;
      void send(part, () => effects.undo(part.action), { done: {}, failed: {} }).then(() => checkUndo(part));
    },
    settled: (part) => write(part, settledCard(read(part))),
  };
}
