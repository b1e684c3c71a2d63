import { CardFrame } from '../card-frame.tsx';
import type { PendingAction } from '../../../shared/previews/pending-action.ts';
import type { StagingPart } from '../../../shared/transcript/transcript.ts';
import { stateWords } from './state-words.ts';

type PreviewPlaceProps = { part: StagingPart & { action: PendingAction } };

/** Stands for a preview's card for the moment until that is there. */
export function PreviewPlace({ part: { toolCallId, action } }: PreviewPlaceProps) {
  const waiting = action.state.type !== 'ended';
  return (
    <CardFrame
      name={`Preview: ${action.label}`}
      toolCallId={toolCallId}
      title={action.label}
      status={<span>{stateWords(action)}</span>}
      waiting={waiting}
      calling={waiting}
      collapsed
      onCollapsedChange={() => undefined}
    >
      {null}
    </CardFrame>
  );
}
