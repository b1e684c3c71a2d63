import { CardPlace } from '../card-place.tsx';
import type { PendingAction } from '../../../shared/previews/pending-action.ts';
import type { StagingPart } from '../../../shared/transcript/transcript.ts';

type PreviewPlaceProps = { part: StagingPart & { action: PendingAction } };

/** Stands for a preview's card for the moment until that is there. */
export function PreviewPlace({ part: { toolCallId, action } }: PreviewPlaceProps) {
  return (
    <CardPlace
      name={`Preview: ${action.label}`}
      toolCallId={toolCallId}
      title={action.label}
      waiting={action.state.type !== 'ended'}
    />
  );
}
