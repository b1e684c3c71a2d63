import { type ReactNode, useRef } from 'react';
import { menuItemLook } from '../menu-item.tsx';
import { useArming } from './use-arming.ts';

type DecidingItemProps = {
  /** Names what it decides about as it is shown. */
  about: string;
  /** True if there is nothing to decide, as while a decision is sent. */
  off?: boolean;
  onClick(): void;
  children: ReactNode;
};

/** An item of a menu that decides, as a `DecidingButton` does. */
export function DecidingItem({ about, off = false, onClick, children }: DecidingItemProps) {
  const item = useRef<HTMLButtonElement>(null);
  const { id, armed } = useArming(item, 'press', off ? null : about);
  return (
    <button
      ref={item}
      type="button"
      role="menuitem"
      tabIndex={-1}
      data-decides={id}
      data-arming={(!off && !armed) || undefined}
      aria-disabled={off || !armed}
      onClick={(event) => {
        event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
        event.stopPropagation();
        onClick();
      }}
      className={menuItemLook}
    >
      <span className="min-w-0 flex-1">{children}</span>
    </button>
  );
}
