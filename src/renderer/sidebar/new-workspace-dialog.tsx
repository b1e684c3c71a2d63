import { useParley } from '../parley-context.tsx';
import { closeDialog } from '../state/view-store.ts';
import { Dialog } from '../ui/dialog.tsx';
import { FolderForm } from './folder-form.tsx';

export function NewWorkspaceDialog() {
  const { view, requestCaret } = useParley();
  const close = () => closeDialog(view, 'new-workspace');
  return (
    <Dialog title="Open a folder" onClose={close}>
      <p className="mb-4 text-secondary">
        A chat works in one folder. Parley asks before it changes anything there.
      </p>
      <FolderForm
        onDone={() => {
          close();
          requestCaret();
        }}
      />
    </Dialog>
  );
}
