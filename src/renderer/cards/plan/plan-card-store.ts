import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ActionId } from '../../../shared/ids.ts';
import type { Decision, PlanNote } from '../../../shared/previews/decision.ts';
import { endingOf } from '../../../shared/previews/preview-state.ts';
import { groupedNotes, joinNotes } from '../../../shared/previews/plan-text.ts';
import type { PreviewDraftChange } from '../../../shared/previews/preview-draft.ts';
import type { Timing } from '../../page-timing.ts';
import { createDraftChangeSaver, type DraftChangeSaver } from '../preview/draft-change-saver.ts';
import { messageOfFailure } from '../preview/failure-message.ts';
import {
  initialCard,
  type NotePlace,
  type PlanCardState,
  changedText,
  filledNotes,
} from './plan-card-state.ts';
import type { PlanPart } from './plan-part.ts';

type Result = { ok: true } | { ok: false; message: string };

/** Calls that a card makes. A rejected promise counts as a failure that can be tried again. */
export type PlanEffects = {
  decide(part: PlanPart, decision: Decision): Promise<Result>;
  saveDraft(id: ActionId, change: PreviewDraftChange): void;
};

type EntryIntents = {
  openNote(part: PlanPart, at: NotePlace): void;
  typeNote(part: PlanPart, note: PlanNote): void;
  removeNote(part: PlanPart, at: NotePlace): void;
  setEditing(part: PlanPart, editing: boolean): void;
  typePlan(part: PlanPart, text: string): void;
  /** Goes back to the proposed plan, or to the edit that was taken back. */
  swapEdit(part: PlanPart): void;
  setComparing(part: PlanPart, comparing: boolean): void;
  setCollapsed(part: PlanPart, collapsed: boolean): void;
};

type DecideIntents = {
  approve(part: PlanPart, start: 'here' | 'fresh'): void;
  refine(part: PlanPart): void;
  discard(part: PlanPart): void;
  /** To be told when a plan has been decided: what went along from another window is not unsent here. */
  settled(part: PlanPart): void;
};

/** The unsent state of every plan's card of a chat: it outlives the cards' rows. Nothing is sent twice. */
export type PlanCardStore = EntryIntents &
  DecideIntents & {
    cards: StoreApi<ReadonlyMap<ActionId, PlanCardState>>;
    read(part: PlanPart): PlanCardState;
  };

type CardMemory = Pick<PlanCardStore, 'read'> & {
  write(part: PlanPart, change: Partial<PlanCardState>): void;
};

export function createPlanCardStore(effects: PlanEffects, timing: Timing): PlanCardStore {
  const cards = createStore<ReadonlyMap<ActionId, PlanCardState>>(() => new Map());
  const saver = createDraftChangeSaver(effects.saveDraft, timing);
  const read = (part: PlanPart) => cards.getState().get(part.action.id) ?? initialCard(part);
  const memory: CardMemory = {
    read,
    write: (part, change) =>
      cards.setState(new Map(cards.getState()).set(part.action.id, { ...read(part), ...change }), true),
  };
  return { cards, read, ...entryIntents(memory, saver), ...decideIntents(memory, effects, saver) };
}

function entryIntents({ read, write }: CardMemory, saver: DraftChangeSaver): EntryIntents {
  function saveEdit({ action }: PlanPart, text: string | null): void {
    const { fingerprint, preview } = action;
    saver.save(action.id, { edits: [{ path: preview.file, text, fingerprint }] });
  }

  function setNote(part: PlanPart, note: PlanNote): void {
    const notes = joinNotes(read(part).notes, [note]).filter(({ text }) => text !== '');
    const opened = read(part).opened.filter((at) => at !== note.at);
    write(part, { notes, opened: note.text === '' ? [...opened, note.at] : opened });
    saver.save(part.action.id, { notes: [note] });
  }

  return {
    openNote: (part, at) => write(part, { opened: [...read(part).opened, at] }),
    typeNote: setNote,
    removeNote(part, at) {
      setNote(part, { at, heading: '', quote: '', text: '' });
      write(part, { opened: read(part).opened.filter((open) => open !== at) });
    },
    setEditing: (part, editing) => write(part, { editing }),
    typePlan(part, text) {
      const edited = text === part.action.preview.plan ? null : text;
      write(part, { edited, dropped: null });
      saveEdit(part, edited);
    },
    swapEdit(part) {
      const { edited, dropped } = read(part);
      write(part, { edited: dropped, dropped: edited });
      saveEdit(part, dropped);
    },
    setComparing: (part, comparing) => write(part, { comparing }),
    setCollapsed: (part, collapsed) => write(part, { collapsed }),
  };
}

function decideIntents(
  { read, write }: CardMemory,
  effects: PlanEffects,
  saver: DraftChangeSaver,
): DecideIntents {
  async function decide(part: PlanPart, decision: Decision): Promise<void> {
    if (read(part).sending) return;
    saver.flush();
    write(part, { sending: true, problem: null });
    const failed = (): Result => ({ ok: false, message: messageOfFailure });
    const result = await effects.decide(part, decision).catch(failed);
    const kept = decision.type === 'discard' ? {} : { edited: null };
    if (result.ok) write(part, { sending: false, editing: false, notes: [], opened: [], ...kept });
    else write(part, { sending: false, problem: result.message });
  }

  function entered(part: PlanPart): { notes: PlanNote[]; edited?: string } {
    const edited = changedText(read(part), part);
    return { notes: filledNotes(read(part)), ...(edited === null ? {} : { edited }) };
  }

  return {
    approve: (part, start) => void decide(part, { type: 'approve-plan', start, ...entered(part) }),
    refine(part) {
      const { notes, edited } = entered(part);
      // Nothing to send back yet: asks for it.
      if (notes.length === 0 && edited === undefined)
        return write(part, { opened: [...read(part).opened, null] });
      void decide(part, { type: 'refine-plan', ...entered(part) });
    },
    discard(part) {
      const reason = groupedNotes(filledNotes(read(part)));
      void decide(part, { type: 'discard', ...(reason === '' ? {} : { reason }) });
    },
    settled(part) {
      const { preview, state } = part.action;
      const ending = endingOf(state);
      const card = read(part);
      const words = ending === null || ending.type === 'superseded' ? null : ending.userWords;
      const wasSent = groupedNotes(filledNotes(card)) === words;
      const isApproved = ending?.type === 'applied' && card.edited === preview.plan;
      write(part, {
        editing: false,
        opened: [],
        ...(wasSent ? { notes: [] } : {}),
        ...(isApproved ? { edited: null } : {}),
      });
    },
  };
}
