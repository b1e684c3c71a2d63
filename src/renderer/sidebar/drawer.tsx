import { useParley } from '../parley-context.tsx';
import { useModal } from '../ui/use-modal.ts';
import { Sidebar } from './sidebar.tsx';

/** The sidebar over the chat, for windows too narrow to hold both. */
export function Drawer() {
  const { view } = useParley();
  const modal = useModal(() => view.setState({ drawer: false }));
  return (
    <dialog
      {...modal}
      aria-label="Workspaces and settings"
      className={
        'slide-in m-0 h-dvh max-h-none w-[min(18rem,86vw)] border-e border-hairline bg-sunken p-0 text-ink ' +
        'shadow-dialog backdrop:bg-veil'
      }
    >
      <Sidebar />
    </dialog>
  );
}
