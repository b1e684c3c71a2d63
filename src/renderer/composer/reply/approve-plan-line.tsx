import type { ReactNode } from 'react';
import type { WorkspaceId } from '../../../shared/ids.ts';
import type { StagingPart } from '../../../shared/transcript/transcript.ts';
import { isPlanPart, planCardKind } from '../../cards/plan/plan-card-kind.ts';
import { createCardStore } from '../../cards/store/card-store.ts';
import { useParley } from '../../parley-context.tsx';
import { DecidingButton } from '../../ui/decision/deciding-controls.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { ComposerLine } from '../composer-line.tsx';

type ApprovePlanLineProps = { workspaceId: WorkspaceId; part: StagingPart; children: ReactNode };

/** Offers to approve the plan that a text agrees to; sent as a message, the text leaves it undecided. */
export function ApprovePlanLine({ workspaceId, part, children }: ApprovePlanLineProps) {
  const { cardsOf, typeMessage, requestCaret } = useParley();
  if (!isPlanPart(part)) return null;
  const plan = cardsOf(workspaceId, createCardStore).card(planCardKind, part);

  function approve(): void {
    plan.intents.approve('here');
    typeMessage(workspaceId, '');
    requestCaret();
  }

  return (
    <ComposerLine>
      <span role="status" className="min-w-0 flex-1 truncate">
        Plan: <VisibleText text={part.action.preview.title} layout="line" />
      </span>
      {children}
      <DecidingButton about={part.action.fingerprint} onClick={approve}>
        Approve plan
      </DecidingButton>
    </ComposerLine>
  );
}
