import { useParley, useView } from '../parley-context.tsx';
import { sidebarWidths } from '../state/columns.ts';
import { drawColumns } from '../state/view-store.ts';
import { ColumnEdge } from '../ui/column-edge.tsx';
import { useModal } from '../ui/dialog.tsx';
import { lazyPart } from '../ui/lazy-part.ts';
import { PartBoundary } from '../ui/part-boundary.tsx';

const Sidebar = lazyPart(async () => (await import('./sidebar.tsx')).Sidebar);

export function SidebarDrawer() {
  const { view } = useParley();
  const modal = useModal(() => view.setState({ drawer: false }));
  return (
    <dialog
      {...modal}
      aria-label="Chats and settings"
      className={
        'slide-in m-0 h-dvh max-h-none w-[min(296px,86vw)] border-e border-hairline bg-side p-0 text-ink ' +
        'shadow-menu backdrop:bg-veil'
      }
    >
      <PartBoundary>
        <Sidebar />
      </PartBoundary>
    </dialog>
  );
}

/** Leaves the conversation what it has beside the usual width in the narrowest window. `withList` is false while the page begins. */
export function SidebarColumn({ withList }: { withList: boolean }) {
  const { view } = useParley();
  const width = useView(({ columns }) => columns.sidebar);
  const { least, most, usual } = sidebarWidths;
  return (
    <aside
      style={{ width }}
      className="relative max-w-[calc(100vw-456px)] shrink-0 border-e border-hairline bg-side"
    >
      <PartBoundary>{withList && <Sidebar />}</PartBoundary>
      <ColumnEdge
        label="Width of the sidebar"
        side="end"
        {...{ width, least, most }}
        onChange={(sidebar) => drawColumns(view, { sidebar })}
        onReset={() => drawColumns(view, { sidebar: usual })}
      />
    </aside>
  );
}
