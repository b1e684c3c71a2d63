import type { Decision, PlanNote } from '../../../shared/previews/decision.ts';
import { noDraft } from '../../../shared/previews/no-draft.ts';
import type { PendingAction } from '../../../shared/previews/pending-action.ts';
import { groupedNotes, joinNotes } from '../../../shared/previews/plan-text.ts';
import { endingOf } from '../../../shared/previews/preview-state.ts';
import type { PlanPreview } from '../../../shared/previews/preview.ts';
import type { StagingPart } from '../../../shared/transcript/transcript.ts';
import { commonKind, type CommonTypes } from '../preview/common-kind.ts';
import {
  type CallResult,
  type CardHandle,
  type CardKind,
  type CommonState,
  type IntentsOf,
  untouched,
} from '../store/card-kind.ts';

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

/** Block of a note: its number in the proposed plan, null for the whole plan. */
export type NotePlace = PlanNote['at'];

/** The calls of a plan's card. */
type PlanCall = 'approve' | 'refine' | 'discard';

/** Unsent input of a plan's card, and its view state in this window. */
export type PlanCardState = CommonState<'plan', PlanCall> & {
  notes: readonly PlanNote[];
  /** The notes whose field is open though nothing is in it yet. */
  opened: readonly NotePlace[];
  /** Text of the plan as the person changed it; null while it is as proposed. */
  edited: string | null;
  /** An edit that was taken back and can be had again. */
  dropped: string | null;
  editing: boolean;
  /** True while the changes since the version before are shown. */
  comparing: boolean;
};

/** A card nobody has touched in this window. */
function initialCard({ unsent = noDraft, action }: PlanPart): PlanCardState {
  const edited = unsent.edits.find(({ path }) => path === action.preview.file)?.text ?? null;
  return {
    kind: 'plan',
    ...untouched,
    notes: unsent.notes,
    opened: [],
    edited,
    dropped: null,
    editing: false,
    comparing: false,
  };
}

/** True if the card is collapsed: as the person chose, else once the plan has ended. */
export function isCollapsed({ folded }: PlanCardState, { state }: PlanAction): boolean {
  return folded?.collapsed ?? state.type === 'ended';
}

export function noteAt({ notes }: PlanCardState, at: NotePlace): PlanNote | undefined {
  return notes.find((note) => note.at === at);
}

/** True if the field of a note is visible. */
export function isNoteOpen(card: PlanCardState, at: NotePlace): boolean {
  return card.opened.includes(at) || noteAt(card, at) !== undefined;
}

/** Returns the notes that have text. */
export function filledNotes({ notes }: PlanCardState): PlanNote[] {
  return notes.filter(({ text }) => text.trim() !== '');
}

/** The person's text where it is another than the proposed one. */
export function changedText({ edited }: PlanCardState, { action }: PlanPart): string | null {
  return edited === action.preview.plan ? null : edited;
}

export type PlanAction = PendingAction & { preview: PlanPreview };

/** A call that proposed a plan. */
export type PlanPart = StagingPart & { action: PlanAction };

export function isPlanPart(part: StagingPart): part is PlanPart {
  return part.action?.preview.type === 'plan';
}
