import { applyEdit, type EditToApply, undoEdit } from './apply-edit.ts';
import { createMutex } from '../mutex.ts';

/**
 * Writes the changes of all chats one after the other, for two chats can be about one folder. Both ways
 * end as `applyEdit` does: all files or none.
 */
export class EditWriter {
  readonly #mutex = createMutex();

  apply(edit: EditToApply): Promise<void> {
    return this.#mutex(() => applyEdit(edit));
  }

  undo(edit: EditToApply): Promise<void> {
    return this.#mutex(() => undoEdit(edit));
  }
}
