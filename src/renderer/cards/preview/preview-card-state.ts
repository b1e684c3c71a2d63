import { endingOf } from '../../../shared/previews/preview-state.ts';
import type { Decision } from '../../../shared/previews/decision.ts';
import type { PendingAction } from '../../../shared/previews/pending-action.ts';
import type { FileDiff } from '../../../shared/previews/preview.ts';
import { noDraft } from '../../../shared/previews/no-draft.ts';
import { type CommonState, untouched } from '../store/card-kind.ts';
import type { PreviewPart } from './preview-part.ts';

/**
 * The person's edit of one proposed text. `proposed` is that text if it was read in this window,
 * `fingerprint` names the preview it is of, `diff` is the file's diff with the person's text.
 */
export type CardEdit = {
  path: string;
  text: string;
  fingerprint: string;
  proposed: string | null;
  diff: FileDiff | null;
};

/** What is sent from the card of a preview. */
export type PreviewCall = 'apply' | 'discard' | 'undo';

/** Unsent input of a card, and its view state in this window. */
export type PreviewCardState = CommonState<'preview', PreviewCall> & {
  /** The field that is open. */
  field: 'note' | 'reason' | null;
  note: string;
  reason: string;
  edits: readonly CardEdit[];
  /** The file whose text is being edited. */
  editing: string | null;
  /** The file whose text is on its way. */
  opening: string | null;
  /** The files that stand as the person turned them, against how they begin. */
  turned: readonly string[];
  /** Number of shown parts of a long diff, by file; one if it is missing. */
  shownParts: Readonly<Record<string, number>>;
  /** The file that keeps the change from being undone. */
  undoHindrance: string | null;
};

/** A card nobody has touched in this window. */
export function initialCard({ unsent = noDraft }: PreviewPart): PreviewCardState {
  const { note, reason, edits } = unsent;
  return {
    kind: 'preview',
    ...untouched,
    field: reason !== '' ? 'reason' : note !== '' ? 'note' : null,
    note,
    reason,
    edits: edits.map((edit) => ({ ...edit, proposed: null, diff: null })),
    editing: null,
    opening: null,
    turned: [],
    shownParts: {},
    undoHindrance: null,
  };
}

/** Those edits that differ from what was proposed, as far as this window knows that. */
export function changedEdits({ edits }: PreviewCardState): CardEdit[] {
  return edits.filter(({ text, proposed }) => text !== proposed);
}

/** Returns the decision to apply: with the edits, under the fingerprint of the preview they were made in. */
export function applyDecision(
  card: PreviewCardState,
  { fingerprint }: PendingAction,
): { fingerprint: string; decision: Decision } {
  const edits = changedEdits(card);
  const note = card.note.trim() === '' ? {} : { note: card.note };
  const edited = edits.length === 0 ? {} : { edits: edits.map(({ path, text }) => ({ path, text })) };
  return {
    fingerprint: edits.find((edit) => edit.fingerprint !== fingerprint)?.fingerprint ?? fingerprint,
    decision: { type: 'apply', ...note, ...edited },
  };
}

/** True if the card is collapsed: as the person chose, else where a newer preview took its place. */
export function isCollapsed({ folded }: PreviewCardState, { state }: PendingAction): boolean {
  return folded?.collapsed ?? endingOf(state)?.type === 'superseded';
}

/** Returns how a card changes when its action has ended: what this window sent is not unsent any more. */
export function settledCard({ phase }: PreviewCardState): Partial<PreviewCardState> {
  const ended = { field: null, editing: null, opening: null };
  if (phase.type === 'open') return ended;
  switch (phase.call) {
    case 'apply':
      return { ...ended, note: '', edits: [] };
    case 'discard':
      return { ...ended, reason: '' };
    case 'undo':
      return ended;
  }
}
