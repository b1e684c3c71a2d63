import type { PreviewCardStore } from './preview-card-store.ts';
import type { PreviewPart } from './preview-part.ts';

/** Actions of a person on one card. */
export type PreviewIntents = {
  [Name in keyof Omit<PreviewCardStore, 'cards' | 'read'>]: PreviewCardStore[Name] extends (
    part: PreviewPart,
    ...rest: infer Rest
  ) => infer Result
    ? (...rest: Rest) => Result
    : never;
};

/** The intents of a chat's store, about one card. */
export function intentsOf(store: PreviewCardStore, part: PreviewPart): PreviewIntents {
  return {
    openField: (field) => store.openField(part, field),
    typeNote: (note) => store.typeNote(part, note),
    typeReason: (reason) => store.typeReason(part, reason),
    setCollapsed: (collapsed) => store.setCollapsed(part, collapsed),
    turnFile: (path) => store.turnFile(part, path),
    showParts: (path, count) => store.showParts(part, path, count),
    editFile: (path) => store.editFile(part, path),
    typeText: (path, text) => store.typeText(part, path, text),
    closeFile: () => store.closeFile(part),
    revertFile: (path) => store.revertFile(part, path),
    showEdits: () => store.showEdits(part),
    apply: () => store.apply(part),
    discard: () => store.discard(part),
    checkUndo: () => store.checkUndo(part),
    undo: () => store.undo(part),
    settled: () => store.settled(part),
  };
}
