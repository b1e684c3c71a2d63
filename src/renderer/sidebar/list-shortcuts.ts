import { useEffect } from 'react';
import { useParley } from '../parley-context.tsx';

/** As `aria-keyshortcuts` writes them. */
export const newChatKeys = 'Control+Shift+O Meta+Shift+O';

const modifier = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘⇧' : 'Ctrl+Shift+';

/** As people read them. */
export const shortcutText = { newChat: `${modifier}O`, nextWaiting: `${modifier}A` };

/** The keys that reach the list from everywhere: another chat on the folder, and what waits next. */
export function useListShortcuts(): void {
  const { store, view, newChatBeside, openNextWaiting } = useParley();
  useEffect(() => {
    const done = new AbortController();
    document.addEventListener(
      'keydown',
      (event) => {
        const { key, ctrlKey, metaKey, shiftKey, altKey, repeat } = event;
        if (ctrlKey === metaKey || !shiftKey || altKey || repeat || view.getState().dialog !== null) return;
        const { openId } = store.getState();
        switch (key.toLowerCase()) {
          case 'o':
            event.preventDefault();
            if (openId !== null) newChatBeside(openId);
            return;
          case 'a':
            event.preventDefault();
            openNextWaiting();
        }
      },
      { signal: done.signal },
    );
    return () => done.abort();
  }, [store, view, newChatBeside, openNextWaiting]);
}
