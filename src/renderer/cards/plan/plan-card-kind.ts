import type { Decision, PlanNote } from '../../../shared/previews/decision.ts';
import { groupedNotes, joinNotes } from '../../../shared/previews/plan-text.ts';
import { endingOf } from '../../../shared/previews/preview-state.ts';
import { commonKind, type CommonTypes } from '../preview/common-kind.ts';
import type { CallResult, CardHandle, CardKind, IntentsOf } from '../store/card-kind.ts';
import {
  changedText,
  filledNotes,
  initialCard,
  type NotePlace,
  type PlanCall,
  type PlanCardState,
} from './plan-card-state.ts';
import type { PlanAction, PlanPart } from './plan-part.ts';

/** Types of the card of a plan. */
export type PlanCardTypes = CommonTypes & {
  name: 'plan';
  part: PlanPart;
  state: PlanCardState;
  call: PlanCall;
  calls: { decide(action: PlanAction, decision: Decision): Promise<CallResult> };
  intents: OwnIntents;
};

type OwnIntents = EntryIntents & DecideIntents;

type EntryIntents = {
  openNote(at: NotePlace): void;
  typeNote(note: PlanNote): void;
  removeNote(at: NotePlace): void;
  setEditing(editing: boolean): void;
  typePlan(text: string): void;
  /** Goes back to the proposed plan, or to the edit that was taken back. */
  swapEdit(): void;
  setComparing(comparing: boolean): void;
};

type DecideIntents = {
  /** `choice` is the id of one of the ways to go on that the agent offers. */
  approve(start: 'here' | 'fresh', choice?: string): void;
  refine(): void;
  discard(): void;
};

/** Actions of a person on the card of a plan. */
export type PlanIntents = IntentsOf<PlanCardTypes>;

export const planCardKind: CardKind<PlanCardTypes> & { name: 'plan' } = {
  name: 'plan',
  initial: initialCard,
  ...commonKind,
  settle: settledCard,
  intents: (card) => ({ ...entryIntents(card), ...decideIntents(card) }),
};

/** Clears what went along with a decision, from this window or from another. */
function settledCard(card: PlanCardState, { action }: PlanPart): Partial<PlanCardState> {
  const { preview, state } = action;
  const ending = endingOf(state);
  const words = ending === null || ending.type === 'superseded' ? null : ending.userWords;
  const wasSent = groupedNotes(filledNotes(card)) === words;
  const isApproved = ending?.type === 'applied' && card.edited === preview.plan;
  return {
    editing: false,
    opened: [],
    ...(wasSent ? { notes: [] } : {}),
    ...(isApproved ? { edited: null } : {}),
  };
}

function entryIntents({ part, read, write, save }: CardHandle<PlanCardTypes>): EntryIntents {
  const { fingerprint, preview } = part.action;

  function saveEdit(text: string | null): void {
    save({ edits: [{ path: preview.file, text, fingerprint }] }, 'soon');
  }

  function setNote(note: PlanNote): void {
    const notes = joinNotes(read().notes, [note]).filter(({ text }) => text !== '');
    const opened = read().opened.filter((at) => at !== note.at);
    write({ notes, opened: note.text === '' ? [...opened, note.at] : opened });
    save({ notes: [note] }, 'soon');
  }

  return {
    openNote: (at) => write({ opened: [...read().opened, at] }),
    typeNote: setNote,
    removeNote(at) {
      setNote({ at, heading: '', quote: '', text: '' });
      write({ opened: read().opened.filter((open) => open !== at) });
    },
    setEditing: (editing) => write({ editing }),
    typePlan(text) {
      const edited = text === preview.plan ? null : text;
      write({ edited, dropped: null });
      saveEdit(edited);
    },
    swapEdit() {
      const { edited, dropped } = read();
      write({ edited: dropped, dropped: edited });
      saveEdit(dropped);
    },
    setComparing: (comparing) => write({ comparing }),
  };
}

function decideIntents({ part, calls, read, write, send }: CardHandle<PlanCardTypes>): DecideIntents {
  function decide(call: PlanCall, decision: Decision): void {
    const kept = call === 'discard' ? {} : { edited: null };
    const done = { editing: false, notes: [], opened: [], ...kept };
    void send(call, () => calls.decide(part.action, decision), done);
  }

  function entered(): { notes: PlanNote[]; edited?: string } {
    const edited = changedText(read(), part);
    return { notes: filledNotes(read()), ...(edited === null ? {} : { edited }) };
  }

  return {
    approve: (start, choice) =>
      decide('approve', {
        type: 'approve-plan',
        start,
        ...(choice !== undefined && { choice }),
        ...entered(),
      }),
    refine() {
      const { notes, edited } = entered();
      // Nothing to send back yet: asks for it.
      if (notes.length === 0 && edited === undefined) return write({ opened: [...read().opened, null] });
      decide('refine', { type: 'refine-plan', ...entered() });
    },
    discard() {
      const reason = groupedNotes(filledNotes(read()));
      decide('discard', { type: 'discard', ...(reason === '' ? {} : { reason }) });
    },
  };
}
