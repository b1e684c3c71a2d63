import { X } from 'lucide-react';
import { type ComponentProps, type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { IconButton } from './icon-button.tsx';
import { VisibleText } from './visible-text.tsx';

type Modal = Pick<ComponentProps<'dialog'>, 'ref' | 'onCancel' | 'onClose' | 'onClick'>;

/**
 * Opens a `<dialog>` with these attributes while it is mounted; Escape and a click beside it call `onClose`.
 * Focuses `data-first-focus`, and then what had the focus before.
 */
export function useModal(onClose: () => void): Modal {
  const dialog = useRef<HTMLDialogElement>(null);
  // In a layout effect: a page that opens as this closes looks for the focus at once.
  useLayoutEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    element?.showModal();
    element?.querySelector<HTMLElement>('[data-first-focus]')?.focus();
    return () => {
      // Nothing behind an open modal dialog can be focused.
      element?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return {
    ref: dialog,
    // On `cancel`, since `close` comes late, after keys pressed right behind the Escape.
    onCancel: onClose,
    onClose,
    onClick: ({ target }: MouseEvent) => target === dialog.current && onClose(),
  };
}

type DialogProps = {
  title: string;
  /** `wide` is for lists and forms; `fitting` is as large as its content and the window allow. */
  size?: keyof typeof sizes;
  onClose(): void;
  children: ReactNode;
};

const sizes = {
  medium: 'w-[min(30rem,calc(100vw-32px))]',
  wide: 'w-[min(40rem,calc(100vw-24px))]',
  fitting: 'min-w-60 max-w-[calc(100vw-16px)]',
};

/** A native modal dialog: it keeps the focus inside; Escape and a click beside it close it. */
export function Dialog({ title, size = 'medium', onClose, children }: DialogProps) {
  const titleId = useId();
  const modal = useModal(onClose);
  return (
    <dialog
      {...modal}
      aria-labelledby={titleId}
      className={
        `m-auto ${sizes[size]} rounded-card ` +
        'scroll-pt-16 border border-hairline bg-raised p-0 text-ink shadow-menu appear backdrop:bg-veil'
      }
    >
      <div className="sticky top-0 z-2 flex items-center justify-between gap-3 bg-raised px-5 pt-4 pb-3 short:static">
        <h2 id={titleId} className="min-w-0 text-title font-semibold wrap-anywhere">
          <VisibleText text={title} layout="line" />
        </h2>
        <IconButton label="Close" icon={<X aria-hidden />} className="-me-2" onClick={onClose} />
      </div>
      <div className="px-5 pt-1 pb-5">{children}</div>
    </dialog>
  );
}
