import { X } from 'lucide-react';
import { type ReactNode, useId, useRef } from 'react';
import { IconButton } from './icon-button.tsx';
import { useModal } from './use-modal.ts';

type DialogProps = {
  title: string;
  /** For dialogs that hold lists and forms. */
  wide?: boolean;
  onClose(): void;
  children: ReactNode;
};

/** A modal dialog of the platform: it keeps the focus inside, Escape and a click beside it close it. */
export function Dialog({ title, wide = false, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useModal(dialog);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && dialog.current.close()}
      className={
        `m-auto ${wide ? 'w-[min(40rem,calc(100vw-24px))]' : 'w-[min(30rem,calc(100vw-32px))]'} rounded-card ` +
        'scroll-pt-16 border border-hairline bg-raised p-0 text-ink shadow-dialog appear backdrop:bg-veil'
      }
    >
      <div className="sticky top-0 z-2 flex items-center justify-between gap-3 bg-raised px-5 pt-4 pb-3 short:static">
        <h2 id={titleId} className="text-title font-semibold">
          {title}
        </h2>
        <IconButton
          label="Close"
          icon={<X aria-hidden />}
          className="-me-2"
          onClick={() => dialog.current?.close()}
        />
      </div>
      <div className="px-5 pt-1 pb-5">{children}</div>
    </dialog>
  );
}
