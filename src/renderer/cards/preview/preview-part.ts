import type { PendingAction } from '../../../shared/previews/pending-action.ts';
import type { EditPreview } from '../../../shared/previews/preview.ts';
import type { StagingPart } from '../../../shared/transcript/transcript.ts';

/** A staged change of files. */
export type EditAction = PendingAction & { preview: EditPreview };

/** A call that staged a change of files. */
export type PreviewPart = StagingPart & { action: EditAction };

export function isEditPart(part: StagingPart): part is PreviewPart {
  return part.action?.preview.type === 'edit';
}
