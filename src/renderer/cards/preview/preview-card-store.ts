import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ActionId } from '../../../shared/ids.ts';
import type { Decision } from '../../../shared/resolve/decision.ts';
import type { PendingAction } from '../../../shared/resolve/pending-action.ts';
import { messageOfFailure } from './failure-message.ts';

export type PreviewResult = { ok: true } | { ok: false; message: string };

/** What a card asks for outside itself. A rejected promise counts as a failure that can be tried again. */
export type PreviewEffects = {
  decide(action: PendingAction, decision: Decision): Promise<PreviewResult>;
  undo(action: PendingAction): Promise<PreviewResult>;
};

/** What of a card is not sent. `collapsed` is null until the person says. */
export type PreviewCardState = {
  discarding: boolean;
  reason: string;
  sending: boolean;
  problem: string | null;
  collapsed: boolean | null;
  /** The files that stand as the person turned them, against how they begin. */
  turned: readonly string[];
};

const untouched: PreviewCardState = {
  discarding: false,
  reason: '',
  sending: false,
  problem: null,
  collapsed: null,
  turned: [],
};

/** The unsent state of every preview card of a chat: it outlives the cards' rows. Nothing is sent twice. */
export type PreviewCardStore = {
  cards: StoreApi<ReadonlyMap<ActionId, PreviewCardState>>;
  read(id: ActionId): PreviewCardState;
  openDiscard(id: ActionId): void;
  closeDiscard(id: ActionId): void;
  typeReason(id: ActionId, reason: string): void;
  setCollapsed(id: ActionId, collapsed: boolean): void;
  turnFile(id: ActionId, path: string): void;
  apply(action: PendingAction): void;
  discard(action: PendingAction): void;
  undo(action: PendingAction): void;
};

export function createPreviewCardStore(effects: PreviewEffects): PreviewCardStore {
  const cards = createStore<ReadonlyMap<ActionId, PreviewCardState>>(() => new Map());
  const read = (id: ActionId) => cards.getState().get(id) ?? untouched;

  function write(id: ActionId, change: Partial<PreviewCardState>): void {
    cards.setState(new Map(cards.getState()).set(id, { ...read(id), ...change }), true);
  }

  async function send(id: ActionId, call: () => Promise<PreviewResult>): Promise<void> {
    if (read(id).sending) return;
    write(id, { sending: true, problem: null });
    const result = await call().catch((): PreviewResult => ({ ok: false, message: messageOfFailure }));
    write(id, { sending: false, ...(result.ok ? { discarding: false } : { problem: result.message }) });
  }

  return {
    cards,
    read,
    openDiscard: (id) => write(id, { discarding: true }),
    closeDiscard: (id) => write(id, { discarding: false }),
    typeReason: (id, reason) => write(id, { reason }),
    setCollapsed: (id, collapsed) => write(id, { collapsed }),
    turnFile(id, path) {
      const { turned } = read(id);
      const others = turned.filter((other) => other !== path);
      write(id, { turned: others.length < turned.length ? others : [...others, path] });
    },
    apply: (action) => void send(action.id, () => effects.decide(action, { type: 'apply' })),
    discard(action) {
      const { reason } = read(action.id);
      const given = reason.trim() === '' ? {} : { reason };
      void send(action.id, () => effects.decide(action, { type: 'discard', ...given }));
    },
    undo: (action) => void send(action.id, () => effects.undo(action)),
  };
}
