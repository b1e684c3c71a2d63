import type { DraftChangeSaver } from '../draft-change-saver.ts';
import type { CardEdit, CardMemory } from '../preview-card-state.ts';
import type { PreviewPart } from '../preview-part.ts';

/** The person's edits of a card's texts, by file. */
export type CardEdits = {
  of(part: PreviewPart, path: string): CardEdit | undefined;
  put(part: PreviewPart, edit: CardEdit): void;
  /** Puts another text in the place of one, and keeps it. */
  type(part: PreviewPart, edit: CardEdit, text: string): void;
  /** Forgets what was made of a text, here and in what is kept. */
  drop(part: PreviewPart, path: string): void;
};

export function cardEdits({ read, write }: CardMemory, saver: DraftChangeSaver): CardEdits {
  const of = (part: PreviewPart, path: string) => read(part).edits.find((edit) => edit.path === path);

  function put(part: PreviewPart, edit: CardEdit): void {
    const { edits } = read(part);
    const isKnown = of(part, edit.path) !== undefined;
    write(part, {
      edits: isKnown ? edits.map((other) => (other.path === edit.path ? edit : other)) : [...edits, edit],
    });
  }

  return {
    of,
    put,
    type(part, edit, text) {
      const { path, fingerprint, proposed } = edit;
      put(part, { ...edit, text, diff: null });
      saver.save(part.action.id, { edits: [{ path, fingerprint, text: text === proposed ? null : text }] });
    },
    drop(part, path) {
      const edit = of(part, path);
      if (edit === undefined) return;
      write(part, { edits: read(part).edits.filter((other) => other !== edit) });
      saver.save(part.action.id, { edits: [{ path, fingerprint: edit.fingerprint, text: null }] });
    },
  };
}
