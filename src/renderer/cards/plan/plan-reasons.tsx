import { FileText } from 'lucide-react';
import type { ActionEnding } from '../../../shared/previews/pending-action.ts';
import { endingOf, requestOf } from '../../../shared/previews/preview-state.ts';
import { Button } from '../../ui/button.tsx';
import { Markdown } from '../../ui/markdown/markdown.tsx';
import { Words } from '../preview/preview-status.tsx';
import { stateNote } from '../preview/preview-words.ts';
import type { PlanAction } from './plan-part.ts';

type PlanReasonsProps = { action: PlanAction; onOpen: (() => void) | null };

/** Shows the reasons of the agent and of the person, and the outcome. */
export function PlanReasons({ action, onOpen }: PlanReasonsProps) {
  const ending = endingOf(action.state);
  const ended = ending === null || ending.type === 'superseded' ? null : ending;
  const agentReason = ended === null ? (requestOf(action.state)?.reason ?? null) : ended.agentReason;
  const userWords = ended?.userWords ?? null;
  const outcome = stateNote(action.state, (ended) => endWords(ended, action.userEdits !== undefined));
  return (
    <div>
      <Words by="The agent" text={agentReason} />
      {userWords === null ? null : (
        <div className="mt-3">
          <p className="text-secondary">You:</p>
          <Markdown source={userWords} />
        </div>
      )}
      {outcome === null && onOpen === null ? null : (
        <div className="mt-2 flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <p className="text-second text-secondary">{outcome}</p>
          {onOpen === null ? null : (
            <Button look="quiet" className="-me-2 text-second" onClick={onOpen}>
              <FileText aria-hidden className="size-4" />
              Open plan
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

function endWords(ending: ActionEnding, edited: boolean): string {
  switch (ending.type) {
    case 'applied':
      return edited ? 'Approved by you, with your changes.' : 'Approved by you.';
    case 'discarded':
      return ending.decidedBy === 'user' ? 'Discarded by you.' : 'Discarded by the agent.';
    case 'refined':
      return ending.superseded
        ? 'Sent back with your notes. A newer version took its place.'
        : 'Sent back with your notes.';
    case 'superseded':
      return 'A newer plan took its place. Nothing of this one was approved.';
  }
}
