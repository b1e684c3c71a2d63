import type { PendingAction } from '../../../shared/resolve/pending-action.ts';
import type { ToolPart } from '../../../shared/transcript/transcript.ts';

/** A call that staged a change. */
export type PreviewPart = ToolPart & { action: PendingAction };

export function isPreview(part: ToolPart): part is PreviewPart {
  return part.action !== undefined;
}
