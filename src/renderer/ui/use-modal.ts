import { type RefObject, useEffect } from 'react';

/** Opens a modal dialog for as long as it is there; the focus goes to `data-first-focus` in it, and then back to where it came from. */
export function useModal(dialog: RefObject<HTMLDialogElement | null>): void {
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    dialog.current?.querySelector<HTMLElement>('[data-first-focus]')?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [dialog]);
}
