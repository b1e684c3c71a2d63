import { type ReactNode, type RefObject, Suspense, useEffect, useRef } from 'react';
import { useParley, useView } from '../parley-context.tsx';
import { paneWidth, paneWidths } from '../state/columns.ts';
import { closePane, drawColumns, type PaneContent } from '../state/view-store.ts';
import { ColumnEdge } from '../ui/column-edge.tsx';
import { useModal } from '../ui/dialog.tsx';
import { useMedia, useWindowWidth } from '../use-media.ts';
import { paneTitleId } from './pane-head.tsx';
import { lazyCard } from '../ui/lazy-part.ts';

const FilePane = lazyCard(async () => (await import('./file-pane.tsx')).FilePane);
const ChangesPane = lazyCard(async () => (await import('./changes-pane.tsx')).ChangesPane);
const OutputPane = lazyCard(async () => (await import('./output-pane.tsx')).OutputPane);

/**
 * The pane beside the conversation: a column of its own, over the conversation where there is no room for both, a
 * sheet in a narrow window. It shows one content at a time.
 */
export function Pane() {
  const content = useView(({ pane }) => pane);
  return content === null ? null : <OpenPane content={content} />;
}

function OpenPane({ content }: { content: PaneContent }) {
  const isSheet = useMedia('(width < 720px)');
  const shown = (
    <Suspense fallback={null}>
      <Content content={content} />
    </Suspense>
  );
  return isSheet ? (
    <Sheet>{shown}</Sheet>
  ) : (
    <Column byItself={content.type === 'preview' && content.byItself === true}>{shown}</Column>
  );
}

/** Each kind of content brings its own head, with `PaneHead`. */
function Content({ content }: { content: PaneContent }) {
  switch (content.type) {
    case 'file':
      return <FilePane key={content.file.id} {...content} />;
    case 'output':
      return <OutputPane key={content.toolCallId} {...content} />;
    case 'turn':
    case 'rewind':
    case 'chat':
    case 'preview':
      return <ChangesPane content={content} />;
  }
}

function Column({ byItself, children }: { byItself: boolean; children: ReactNode }) {
  const { view } = useParley();
  const drawn = useView(({ columns }) => columns.pane);
  const windowWidth = useWindowWidth();
  const width = paneWidth(drawn, windowWidth);
  const pane = useRef<HTMLElement>(null);
  usePaneFocus(pane, byItself);
  return (
    <section
      ref={pane}
      data-pane
      aria-labelledby={paneTitleId}
      tabIndex={-1}
      style={{ width }}
      className={
        'relative flex shrink-0 flex-col border-s border-hairline bg-window outline-none fade-in ' +
        'max-[1099.98px]:absolute max-[1099.98px]:inset-y-0 max-[1099.98px]:end-0 max-[1099.98px]:z-10 max-[1099.98px]:shadow-menu'
      }
    >
      <ColumnEdge
        label="Width of the pane"
        side="start"
        width={width}
        least={paneWidths.least}
        most={Math.round(windowWidth * paneWidths.mostShare)}
        onChange={(pane) => drawColumns(view, { pane })}
        onReset={() => drawColumns(view, { pane: null })}
      />
      {children}
    </section>
  );
}

function Sheet({ children }: { children: ReactNode }) {
  const { view } = useParley();
  // A dialog may be open already where the window has become narrow.
  const modal = useModal(() => closePane(view), { behind: true });
  return (
    <dialog
      {...modal}
      data-pane
      aria-labelledby={paneTitleId}
      className="m-0 flex h-dvh max-h-none w-full max-w-none flex-col bg-window p-0 text-ink fade-in"
    >
      {children}
    </dialog>
  );
}

/**
 * Focuses the pane when it opens, unless it opened `byItself`, and gives the focus back when it closes. Escape
 * closes it from anywhere in the page.
 */
function usePaneFocus(pane: RefObject<HTMLElement | null>, byItself: boolean): void {
  const { view } = useParley();
  const opensAlone = useRef(byItself);
  useEffect(() => {
    const before = document.activeElement;
    const element = pane.current;
    if (!opensAlone.current) element?.focus({ preventScroll: true });
    // While the pane is still mounted: its opener may stand in a row that only the pane, or the focus, keeps in
    // the page.
    const stop = view.subscribe(({ pane: content }) => {
      const isHere = element?.contains(document.activeElement) === true;
      if (content === null && isHere && before instanceof HTMLElement && before.isConnected) before.focus();
    });
    const over = new AbortController();
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
      if (document.querySelector('dialog[open], :popover-open') !== null) return;
      event.preventDefault();
      closePane(view);
    };
    document.addEventListener('keydown', onKeyDown, over);
    return () => {
      over.abort();
      stop();
    };
  }, [pane, view]);
}
