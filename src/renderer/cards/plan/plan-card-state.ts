import { noDraft } from '../../../shared/previews/no-draft.ts';
import type { PlanNote } from '../../../shared/previews/decision.ts';
import { type CommonState, untouched } from '../store/card-kind.ts';
import type { PlanAction, PlanPart } from './plan-part.ts';

/** Block of a note: its number in the proposed plan, null for the whole plan. */
export type NotePlace = PlanNote['at'];

/** The calls of a plan's card. */
export type PlanCall = 'approve' | 'refine' | 'discard';

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
export function initialCard({ unsent = noDraft, action }: PlanPart): PlanCardState {
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
