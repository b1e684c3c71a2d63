import type { ReactNode } from 'react';
import type { WorkspaceId } from '../../shared/ids.ts';
import type { StagingPart } from '../../shared/transcript/transcript.ts';
import { createPlanCardStore } from '../cards/plan/plan-card-store.ts';
import { isPlan } from '../cards/plan/plan-part.ts';
import { useParley } from '../parley-context.tsx';
import { DecidingButton } from '../ui/decision/deciding-button.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { ComposerLine } from './composer-line.tsx';

type PlanLineProps = { workspaceId: WorkspaceId; part: StagingPart; children: ReactNode };

/** Offers to approve the plan that a text agrees to; as a message the text leaves it undecided. */
export function PlanLine({ workspaceId, part, children }: PlanLineProps) {
  const { plansOf, typeMessage, requestCaret } = useParley();
  if (!isPlan(part)) return null;

  function approve(): void {
    if (!isPlan(part)) return;
    plansOf(workspaceId, createPlanCardStore).approve(part, 'here');
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
