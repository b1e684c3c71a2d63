import { CardFrame } from '../card-frame.tsx';
import type { PreviewPart } from './preview-part.ts';
import { stateWords } from './preview-words.ts';

/** Stands for a preview's card for the moment until that is there. */
export function PreviewPlace({ part: { toolCallId, action } }: { part: PreviewPart }) {
  const waiting = action.ending === null;
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
