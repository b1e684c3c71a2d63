import type { WorkspaceId } from '../../shared/ids.ts';
import { useParley } from '../parley-context.tsx';
import { closeDialog } from '../state/view-store.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

/** Stopping ends the questions that wait, and loses answers that were not sent. */
export function StopDialog({ workspaceId }: { workspaceId: WorkspaceId }) {
  const { view, stop, requestCaret } = useParley();
  const close = () => closeDialog(view, 'stop');
  return (
    <Dialog title="Stop and leave your answers unsent?" onClose={close}>
      <p className="text-secondary">
        You have begun to answer. Stopping cancels these questions; what you entered stays readable on the
        card, but the agent does not get it.
      </p>
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <Button onClick={close}>Keep answering</Button>
        <Button
          look="primary"
          onClick={() => {
            stop(workspaceId);
            close();
            requestCaret();
          }}
        >
          Stop anyway
        </Button>
      </div>
    </Dialog>
  );
}
