import { type RefObject, useEffect, useRef } from 'react';
import { useParley, useView } from '../parley-context.tsx';
import { paneWidth, paneWidths } from '../state/columns.ts';
import { closePane, drawColumns, type PaneContent } from '../state/view-store.ts';
import { ColumnEdge } from '../ui/column-edge.tsx';
import { useMedia, useWindowWidth } from '../use-media.ts';
import { paneTitleId } from './pane-head.tsx';
import { lazyCard } from '../ui/lazy-part.ts';
import { PartBoundary } from '../ui/part-boundary.tsx';

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

/** One element at every width, so that what was read, scrolled and written in it stays where the window changes its own. */
function OpenPane({ content }: { content: PaneContent }) {
  const { view } = useParley();
  const drawn = useView(({ columns }) => columns.pane);
  const windowWidth = useWindowWidth();
  const isSheet = useMedia('(width < 720px)');
  const width = paneWidth(drawn, windowWidth);
  const pane = useRef<HTMLElement>(null);
  usePaneFocus(pane, { isSheet, byItself: content.type === 'preview' && content.byItself === true });
  return (
    <section
      ref={pane}
      data-pane
      {...(isSheet && { role: 'dialog', 'aria-modal': true })}
      aria-labelledby={paneTitleId}
      tabIndex={-1}
      style={isSheet ? undefined : { width }}
      className={`flex flex-col bg-window outline-none fade-in ${isSheet ? sheetLook : columnLook}`}
    >
      {isSheet ? null : (
        <ColumnEdge
          label="Width of the pane"
          side="start"
          width={width}
          least={paneWidths.least}
          most={Math.round(windowWidth * paneWidths.mostShare)}
          onChange={(pane) => drawColumns(view, { pane })}
          onReset={() => drawColumns(view, { pane: null })}
        />
      )}
      <PartBoundary fallback={null}>
        <Content content={content} />
      </PartBoundary>
    </section>
  );
}

const sheetLook = 'fixed inset-x-0 top-0 z-10 h-dvh';

const columnLook =
  'relative shrink-0 border-s border-hairline ' +
  'max-[1099.98px]:absolute max-[1099.98px]:inset-y-0 max-[1099.98px]:end-0 max-[1099.98px]:z-10 max-[1099.98px]:shadow-menu';

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

type PaneFocus = { isSheet: boolean; byItself: boolean };

/**
 * Focuses the pane when it opens, unless it opened `byItself`, and when it covers what has the focus; gives the focus back
 * when it closes. Escape closes it from anywhere in the page.
 */
function usePaneFocus(pane: RefObject<HTMLElement | null>, { isSheet, byItself }: PaneFocus): void {
  const { view } = useParley();
  const opensAlone = useRef(byItself);
  const before = useRef<Element | null>(null);
  useEffect(() => {
    before.current = document.activeElement;
    const element = pane.current;
    if (!opensAlone.current) element?.focus({ preventScroll: true });
    // While the pane is still mounted: its opener may stand in a row that only the pane, or the focus, keeps in
    // the page.
    const stop = view.subscribe(({ pane: content }) => {
      const isHere = element?.contains(document.activeElement) === true;
      const opener = before.current;
      if (content !== null || !isHere || !(opener instanceof HTMLElement) || !opener.isConnected) return;
      // Until the page is rendered again, it is inert behind a sheet.
      opener.closest('[inert]')?.removeAttribute('inert');
      opener.focus();
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
  useEffect(() => {
    const focused = document.activeElement;
    const isElsewhere = focused !== null && focused.closest('[data-pane], dialog') === null;
    if (!isSheet || !isElsewhere) return;
    before.current = focused;
    pane.current?.focus({ preventScroll: true });
  }, [isSheet, pane]);
}
