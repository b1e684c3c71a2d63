import { type RefObject, useEffect } from 'react';

/** Opens a modal dialog for as long as it is there; the focus goes back to where it came from. */
export function useModal(dialog: RefObject<HTMLDialogElement | null>): void {
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [dialog]);
}
