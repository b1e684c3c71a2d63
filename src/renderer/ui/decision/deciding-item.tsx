import { type ReactNode, useRef } from 'react';
import { menuItemLook } from '../menu.tsx';
import { useArming } from './use-arming.ts';

type DecidingItemProps = {
  /** Names what it decides about as it is shown. */
  about: string;
  onChoose(): void;
  children: ReactNode;
};

/** An item of a menu that decides, as a `DecidingButton` does. */
export function DecidingItem({ about, onChoose, children }: DecidingItemProps) {
  const item = useRef<HTMLButtonElement>(null);
  const { id, armed } = useArming(item, 'press', about);
  return (
    <button
      ref={item}
      type="button"
      role="menuitem"
      tabIndex={-1}
      data-decides={id}
      data-arming={!armed || undefined}
      aria-disabled={!armed}
      onClick={(event) => {
        event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
        event.stopPropagation();
        onChoose();
      }}
      className={menuItemLook}
    >
      <span className="min-w-0 flex-1">{children}</span>
    </button>
  );
}
