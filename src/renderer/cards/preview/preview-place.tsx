import { CardPlace } from '../card-place.tsx';
import { previewCardName } from '../card-numbers.ts';
import type { PendingAction } from '../../../shared/previews/pending-action.ts';
import type { StagingPart } from '../../../shared/transcript/transcript.ts';

type PreviewPlaceProps = { part: StagingPart & { action: PendingAction }; nth: number };

/** Stands for a preview's card for the moment until that is there. */
export function PreviewPlace({ part: { toolCallId, action }, nth }: PreviewPlaceProps) {
  return (
    <CardPlace
      name={previewCardName(action.label, nth)}
      toolCallId={toolCallId}
      title={action.label}
      waiting={action.state.type !== 'ended'}
    />
  );
}
