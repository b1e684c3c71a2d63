import { type ComponentProps, type MouseEvent, useEffect, useRef } from 'react';

type Modal = Pick<ComponentProps<'dialog'>, 'ref' | 'onCancel' | 'onClose' | 'onClick'>;

/**
 * Opens a `<dialog>` with these attributes over the page for as long as it is there; Escape and a click
 * beside it ask for its end. The focus goes to `data-first-focus` in it, and then back to where it came from.
 */
export function useModal(onClose: () => void): Modal {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    dialog.current?.querySelector<HTMLElement>('[data-first-focus]')?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return {
    ref: dialog,
    // The closing itself is told late, after keys that were pressed right behind the Escape.
    onCancel: onClose,
    onClose,
    onClick: ({ target }: MouseEvent) => target === dialog.current && onClose(),
  };
}
