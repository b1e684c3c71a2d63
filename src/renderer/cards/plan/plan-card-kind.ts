import type { Decision, PlanNote } from '../../../shared/previews/decision.ts';
import { noDraft } from '../../../shared/previews/no-draft.ts';
import type { ActionOf } from '../../../shared/previews/pending-action.ts';
import { groupedNotes, joinNotes } from '../../../shared/previews/plan-text.ts';
import { decidedOutcomeOf } from '../../../shared/previews/preview-state.ts';
import type { StagingPart } from '../../../shared/transcript/transcript.ts';
import { reviewKind, type ReviewTypes } from '../review/review-kind.ts';
import {
  type CallResult,
  type CardHandle,
  type CardKind,
  type CommonState,
  type IntentsOf,
  untouched,
} from '../store/card-kind.ts';

export type PlanCardTypes = ReviewTypes & {
  name: 'plan';
  part: PlanPart;
  state: PlanCardState;
  call: PlanCall;
  calls: { decide(action: PlanAction, decision: Decision): Promise<CallResult> };
  intents: OwnIntents;
};

type OwnIntents = EntryIntents & DecideIntents;

type EntryIntents = {
  openNote(at: NoteAnchor): void;
  typeNote(note: PlanNote): void;
  removeNote(at: NoteAnchor): void;
  setEditing(editing: boolean): void;
  typePlan(text: string): void;
  /** Undoes the edit, or redoes it. */
  swapEdit(): void;
  setComparing(comparing: boolean): void;
};

type DecideIntents = {
  /** `choice` is the id of one of the ways to go on that the agent offers. */
  approve(start: 'here' | 'fresh', choice?: string): void;
  refine(): void;
  discard(): void;
};

export type PlanIntents = IntentsOf<PlanCardTypes>;

export const planCardKind: CardKind<PlanCardTypes> & { name: 'plan' } = {
  name: 'plan',
  initial: initialCard,
  ...reviewKind,
  settle: settledCard,
  intents: (card) => ({ ...entryIntents(card), ...decideIntents(card) }),
};

/** Clears what went along with a decision, from this window or from another. */
function settledCard(card: PlanCardState, { action }: PlanPart): Partial<PlanCardState> {
  const { preview, state } = action;
  const outcome = decidedOutcomeOf(state);
  const wasSent = groupedNotes(filledNotes(card)) === outcome?.userWords;
  const isApproved = outcome?.type === 'applied' && card.edited === preview.plan;
  return {
    editing: false,
    comparing: false,
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

/** The anchor of a note: a block of the proposed plan by its number, null for the whole plan. */
export type NoteAnchor = PlanNote['at'];

type PlanCall = 'approve' | 'refine' | 'discard';

export type PlanCardState = CommonState<'plan', PlanCall> & {
  notes: readonly PlanNote[];
  /** The notes whose field was opened and is still empty. */
  opened: readonly NoteAnchor[];
  /** Text of the plan as the person changed it; null while it is as proposed. */
  edited: string | null;
  /** An edit that was undone and can be redone. */
  dropped: string | null;
  editing: boolean;
  /** True while the changes since the version before are shown. */
  comparing: boolean;
};

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
    comparing: action.preview.revision !== null && action.state.type !== 'ended',
  };
}

/** True if the card is collapsed: as the person chose, else once the plan has ended. */
export function isCollapsed({ folded }: PlanCardState, { state }: PlanAction): boolean {
  return folded?.collapsed ?? state.type === 'ended';
}

export function noteAt({ notes }: PlanCardState, at: NoteAnchor): PlanNote | undefined {
  return notes.find((note) => note.at === at);
}

export function isNoteOpen(card: PlanCardState, at: NoteAnchor): boolean {
  return card.opened.includes(at) || noteAt(card, at) !== undefined;
}

export function filledNotes({ notes }: PlanCardState): PlanNote[] {
  return notes.filter(({ text }) => text.trim() !== '');
}

/** The person's text if it differs from the proposed one. */
export function changedText({ edited }: PlanCardState, { action }: PlanPart): string | null {
  return edited === action.preview.plan ? null : edited;
}

export type PlanAction = ActionOf<'plan'>;

/** A call that proposed a plan. */
export type PlanPart = StagingPart & { action: PlanAction };

export function isPlanPart(part: StagingPart): part is PlanPart {
  return part.action?.preview.type === 'plan';
}

/** A plan with more lines than this is cut on its card, and read in the pane; a long line counts for several. */
const [longestOnCard, longLine] = [40, 1_000];

export function fitsOnCard(plan: string): boolean {
  const lines = plan.trimEnd().split('\n');
  return (
    lines.reduce((sum, { length }) => sum + Math.max(1, Math.ceil(length / longLine)), 0) <= longestOnCard
  );
}
