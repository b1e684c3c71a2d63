import type { ReactNode } from 'react';

/** The look of an item. */
export const menuItemLook =
  'hit flex w-full items-center gap-2.5 rounded-control px-2.5 py-1 text-start hover:bg-hover ' +
  'focus-visible:bg-hover focus-visible:outline-offset-[-2px] [&_svg]:size-4 [&_svg]:text-secondary';

type MenuItemProps = {
  icon: ReactNode;
  /** A shortcut as people read it and as `aria-keyshortcuts` writes it. */
  keys?: { text: string; aria: string } | undefined;
  onChoose(): void;
  children: ReactNode;
};

export function MenuItem({ icon, keys, onChoose, children }: MenuItemProps) {
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      aria-keyshortcuts={keys?.aria}
      onClick={(event) => {
        event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
        event.stopPropagation();
        onChoose();
      }}
      className={menuItemLook}
    >
      {icon}
      <span className="flex-1">{children}</span>
      {keys !== undefined && (
        <span aria-hidden className="ps-4 text-small text-secondary">
          {keys.text}
        </span>
      )}
    </button>
  );
}
