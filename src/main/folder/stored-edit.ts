import type { PendingAction } from '../../shared/previews/pending-action.ts';
import type { EditPreview } from '../../shared/previews/preview.ts';
import type { StagedEdit, StoredAction } from '../storage/action-store.ts';

/** A staged change of files as it is stored. */
export type StoredEdit = StoredAction & {
  content: StagedEdit;
  shown: PendingAction & { preview: EditPreview };
};

export function isEdit(action: StoredAction): action is StoredEdit {
  return action.content.type === 'edit' && action.shown.preview.type === 'edit';
}
