import { useEffect, useRef } from 'react';
import { useParley, useView } from '../parley-context.tsx';

/** Showing or hiding the list may take away what had the focus; then it goes to the list, or to the composer. */
export function useSidebarFocus(): void {
  const { view } = useParley();
  const sidebar = useView((state) => state.sidebar);
  const before = useRef(sidebar);
  useEffect(() => {
    if (before.current === sidebar) return;
    before.current = sidebar;
    if (document.activeElement !== document.body) return;
    if (!sidebar) return view.setState({ caretRequested: true });
    const rows = document.querySelectorAll<HTMLElement>('[data-list-row]');
    ([...rows].find((row) => row.ariaCurrent === 'page') ?? rows[0])?.focus();
  }, [sidebar, view]);
}
