import { CardPlaceholder } from '../card-placeholder.tsx';
import { previewCardName } from '../card-numbers.ts';
import type { PendingAction } from '../../../shared/previews/pending-action.ts';
import type { StagingPart } from '../../../shared/transcript/transcript.ts';

type PreviewPlaceholderProps = { part: StagingPart & { action: PendingAction }; nth: number };

/** Shown in place of a preview's card until its code is loaded. */
export function PreviewPlaceholder({ part: { toolCallId, action }, nth }: PreviewPlaceholderProps) {
  return (
    <CardPlaceholder
      name={previewCardName(action.label, nth)}
      toolCallId={toolCallId}
      title={action.label}
      waiting={action.state.type !== 'ended'}
    />
  );
}
