import { useEffect, useState } from 'react';
import type { ActionId, WorkspaceId } from '../../shared/ids.ts';
import { failureText } from '../connection/connection.ts';
import { useParley } from '../parley-context.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { CompleteMarkdown } from '../ui/markdown/markdown.tsx';
import { ProblemLine } from '../ui/problem-line.tsx';

type PlanDialogProps = { workspaceId: WorkspaceId; actionId: ActionId | null };

type Read =
  | { status: 'reading' }
  | { status: 'failed'; problem: string }
  | { status: 'read'; kept: { title: string; plan: string; path: string } };

export function PlanDialog({ workspaceId, actionId }: PlanDialogProps) {
  const { view, companion } = useParley();
  const [read, setRead] = useState<Read>({ status: 'reading' });
  useEffect(() => {
    let active = true;
    companion.client.workspace.readPlan({ workspaceId, ...(actionId === null ? {} : { actionId }) }).then(
      (kept) => active && setRead({ status: 'read', kept }),
      (error: unknown) => active && setRead({ status: 'failed', problem: failureText(error) }),
    );
    return () => {
      active = false;
    };
  }, [companion, workspaceId, actionId]);
  return (
    <Dialog
      title={read.status === 'read' ? read.kept.title : 'Plan'}
      size="wide"
      onClose={() => view.setState({ shownPlan: null })}
    >
      <div className="min-h-24">
        {read.status === 'failed' ? <ProblemLine>{read.problem}</ProblemLine> : null}
        {read.status === 'read' ? <KeptPlan kept={read.kept} /> : null}
      </div>
    </Dialog>
  );
}

function KeptPlan({ kept: { plan, path } }: { kept: { title: string; plan: string; path: string } }) {
  return (
    <>
      <CompleteMarkdown source={plan} />
      <div className="mt-4 flex items-center justify-between gap-2 border-t border-hairline pt-2">
        <p className="min-w-0 text-small text-secondary">
          Kept in{' '}
          <span dir="ltr" className="font-mono text-code wrap-anywhere">
            {path}
          </span>
        </p>
        <span className="flex shrink-0 items-center gap-2">
          <CopyButton label="Copy plan" text={() => plan} />
        </span>
      </div>
    </>
  );
}
