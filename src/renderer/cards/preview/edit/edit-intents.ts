import { type CardEdits, cardEdits } from './card-edits.ts';
import type { DraftChangeSaver } from '../draft-change-saver.ts';
import { messageOfFailure } from '../failure-message.ts';
import type { CardEdit, CardMemory } from '../preview-card-state.ts';
import type { Failed, PreviewEffects } from '../preview-effects.ts';
import type { PreviewPart } from '../preview-part.ts';

/** Actions of a person on the proposed text of one file. */
export type EditIntents = {
  /** Opens the text, with what was typed into it before. */
  editFile(part: PreviewPart, path: string): void;
  typeText(part: PreviewPart, path: string, text: string): void;
  /** Closes the text; what was typed stays, and its diff is shown. */
  closeFile(part: PreviewPart): void;
  /** Goes back to what was proposed. */
  revertFile(part: PreviewPart, path: string): void;
  /** Reads the diffs of edits that came with the card. */
  showEdits(part: PreviewPart): void;
};

export function editIntents(
  memory: CardMemory,
  effects: Pick<PreviewEffects, 'proposedText' | 'diffOfEdit'>,
  saver: DraftChangeSaver,
): EditIntents {
  const { read, write } = memory;
  const edits = cardEdits(memory, saver);

  const { open, showDiff } = editReads(memory, effects, edits);

  function closeFile(part: PreviewPart): void {
    const { editing } = read(part);
    write(part, { editing: null });
    const edit = editing === null ? undefined : edits.of(part, editing);
    if (edit === undefined) return;
    if (edit.text === edit.proposed) edits.drop(part, edit.path);
    else void showDiff(part, edit);
  }

  return {
    editFile(part, path) {
      if (read(part).opening !== null || read(part).sending) return;
      if (read(part).editing !== null) closeFile(part);
      void open(part, path);
    },
    typeText(part, path, text) {
      const edit = edits.of(part, path);
      if (edit === undefined || read(part).sending) return;
      edits.type(part, edit, text);
    },
    closeFile,
    revertFile(part, path) {
      edits.drop(part, path);
      write(part, { editing: null, problem: null });
    },
    showEdits(part) {
      const { edits: all, editing } = read(part);
      for (const edit of all) if (edit.diff === null && edit.path !== editing) void showDiff(part, edit);
    },
  };
}

/** Reads of a text and its diff for the card. */
function editReads(
  { write }: CardMemory,
  effects: Pick<PreviewEffects, 'proposedText' | 'diffOfEdit'>,
  edits: CardEdits,
) {
  async function open(part: PreviewPart, path: string): Promise<void> {
    write(part, { opening: path, problem: null });
    const read = await effects.proposedText(part.action, path).catch(unexpected);
    if (!read.ok) return write(part, { opening: null, problem: read.message });
    const { text, fingerprint } = read;
    // Who sees the whole text again decides about the preview as it is now.
    edits.put(part, {
      path,
      text: edits.of(part, path)?.text ?? text,
      fingerprint,
      proposed: text,
      diff: null,
    });
    write(part, { opening: null, editing: path });
  }

  async function showDiff(part: PreviewPart, { path, text }: CardEdit): Promise<void> {
    const read = await effects.diffOfEdit(part.action, { path, text }).catch(unexpected);
    const edit = edits.of(part, path);
    if (edit === undefined || edit.text !== text) return;
    if (read.ok) edits.put(part, { ...edit, diff: read.diff });
    else write(part, { problem: read.message });
  }

  return { open, showDiff };
}

function unexpected(): Failed {
  return { ok: false, message: messageOfFailure };
}
