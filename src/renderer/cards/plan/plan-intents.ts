import type { PlanNote } from '../../../shared/previews/decision.ts';
import type { NotePlace } from './plan-card-state.ts';
import type { PlanCardStore } from './plan-card-store.ts';
import type { PlanPart } from './plan-part.ts';

/** Actions of a person on one plan's card. */
export type PlanIntents = {
  openNote(at: NotePlace): void;
  typeNote(note: PlanNote): void;
  removeNote(at: NotePlace): void;
  setEditing(editing: boolean): void;
  typePlan(text: string): void;
  swapEdit(): void;
  setComparing(comparing: boolean): void;
  setCollapsed(collapsed: boolean): void;
  approve(start: 'here' | 'fresh'): void;
  refine(): void;
  discard(): void;
  /** To be told when the plan has been decided. */
  settled(): void;
};

export function intentsOf(store: PlanCardStore, part: PlanPart): PlanIntents {
  return {
    openNote: (at) => store.openNote(part, at),
    typeNote: (note) => store.typeNote(part, note),
    removeNote: (at) => store.removeNote(part, at),
    setEditing: (editing) => store.setEditing(part, editing),
    typePlan: (text) => store.typePlan(part, text),
    swapEdit: () => store.swapEdit(part),
    setComparing: (comparing) => store.setComparing(part, comparing),
    setCollapsed: (collapsed) => store.setCollapsed(part, collapsed),
    approve: (start) => store.approve(part, start),
    refine: () => store.refine(part),
    discard: () => store.discard(part),
    settled: () => store.settled(part),
  };
}
