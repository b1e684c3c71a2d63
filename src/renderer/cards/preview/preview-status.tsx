import { Check, CircleAlert, Undo2, X } from 'lucide-react';
import type { PendingAction } from '../../../shared/previews/pending-action.ts';
import { stateWords } from './preview-words.ts';

/** Status of a preview, announced to screen readers too, and the agent's tool it comes from. */
export function PreviewStatus({ action }: { action: PendingAction }) {
  return (
    <>
      <span role="status" className="[&_svg]:me-1.5 [&_svg]:inline [&_svg]:size-3.5 [&_svg]:align-[-0.15em]">
        <Mark action={action} />
        {stateWords(action)}
      </span>
      {action.asker === undefined && <span className="font-mono text-code">{action.sourceToolName}</span>}
    </>
  );
}

function Mark({ action: { ending, failure } }: { action: PendingAction }) {
  if (ending === null) return failure === null ? null : <CircleAlert aria-hidden className="text-danger" />;
  switch (ending.type) {
    case 'applied':
      return ending.undone ? <Undo2 aria-hidden /> : <Check aria-hidden className="text-secondary" />;
    case 'discarded':
      return <X aria-hidden />;
    case 'refined':
    case 'superseded':
      return null;
  }
}
