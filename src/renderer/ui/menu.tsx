import {
  type ComponentProps,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type ToggleEvent,
  useId,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { Button, type ButtonLook } from './button.tsx';
import { IconButton } from './icon-button.tsx';

type MenuProps = {
  label: string;
  icon: ReactNode;
  /** Shows the label on a button of this look; the icon of a secondary one follows it. */
  text?: ButtonLook | undefined;
  /** True for an icon at the end of a primary button, as a part of it. */
  attached?: boolean;
  /** False to focus the menu as a whole, so that a first Enter chooses nothing. */
  focusItem?: boolean;
  /** Controls over the items, which Tab reaches; the popover is then a dialog, with the items as a menu in it. */
  head?: ReactNode;
  children: ReactNode;
};

const gap = 4;

const popoverLook =
  'fixed m-0 max-w-[min(34rem,calc(100vw-8px))] min-w-52 overflow-y-auto rounded-card border border-hairline ' +
  'bg-raised p-1 text-ink shadow-menu';

/**
 * A button that opens a menu, as a popover of the platform, which closes it on Escape or a click beside it. Items
 * are mounted only while it is open.
 */
export function Menu(props: MenuProps) {
  const { label, icon, text, attached = false, focusItem = true, head, children } = props;
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const menuId = useId();
  const [filled, setFilled] = useState(false);

  function onOpen(open: boolean): void {
    button.current?.setAttribute('aria-expanded', String(open));
    if (!open) setFilled(false);
    if (!open || menu.current === null || button.current === null) return;
    place(menu.current, button.current.getBoundingClientRect(), attached);
    if (menu.current.contains(document.activeElement)) return;
    if (focusItem) itemsOf(menu.current)[0]?.focus();
    else menu.current.focus();
  }

  /** Opens on keydown: the platform's event comes a moment later, and keys typed meanwhile belong to the menu. */
  function onButtonKey(event: KeyboardEvent): void {
    if (menu.current?.matches(':popover-open') === true) event.stopPropagation();
    if (event.key !== 'Enter' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    if (menu.current?.matches(':popover-open') === false) menu.current.showPopover();
    onOpen(true);
  }

  const opener = {
    ref: button,
    'aria-haspopup': head === undefined ? 'menu' : 'dialog',
    'aria-expanded': false,
    popoverTarget: menuId,
    onKeyDown: onButtonKey,
  } as const;
  const popover = {
    ref: menu,
    id: menuId,
    popover: 'auto',
    'aria-label': label,
    // Rendered before the platform shows it, to be measured and focused.
    onBeforeToggle: ({ newState }: ToggleEvent) => newState === 'open' && flushSync(() => setFilled(true)),
    onToggle: ({ newState }: ToggleEvent) => onOpen(newState === 'open'),
  } as const;
  return (
    <>
      <Opener {...{ label, icon, text, attached, opener }} />
      <MenuPopover {...{ head, popover }}>{filled && children}</MenuPopover>
    </>
  );
}

type MenuPopoverProps = Pick<MenuProps, 'head' | 'children'> & {
  popover: ComponentProps<'div'> & { 'aria-label': string };
};

/** What opens: a menu, or a dialog with a menu under its other controls. Empty without items. */
function MenuPopover({ head, popover, children }: MenuPopoverProps) {
  if (head !== undefined)
    return (
      <div
        role="dialog"
        tabIndex={-1}
        onKeyDown={moveInDialog}
        className={`${popoverLook} w-full`}
        {...popover}
      >
        {children !== false && (
          <MenuUnder label={popover['aria-label']} head={head}>
            {children}
          </MenuUnder>
        )}
      </div>
    );
  return (
    <div
      role="menu"
      tabIndex={-1}
      onKeyDown={moveInMenu}
      onClick={hidePopover}
      className={`${popoverLook} w-max`}
      {...popover}
    >
      {children}
    </div>
  );
}

/** The items of a menu under controls that are not items. */
function MenuUnder({ label, head, children }: Pick<MenuProps, 'label' | 'head' | 'children'>) {
  return (
    <>
      {head}
      <hr className="mx-2.5 my-1 border-hairline" />
      <div
        role="menu"
        aria-label={label}
        tabIndex={0}
        onKeyDown={moveInMenu}
        onClick={hidePopover}
        className="rounded-control"
      >
        {children}
      </div>
    </>
  );
}

function hidePopover({ currentTarget }: MouseEvent<HTMLElement>): void {
  currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
}

type OpenerProps = Pick<MenuProps, 'label' | 'icon' | 'text' | 'attached'> & {
  opener: ComponentProps<'button'>;
};

function Opener({ label, icon, text, attached, opener }: OpenerProps) {
  if (attached === true)
    return (
      <Button
        look="primary"
        className="rounded-s-none px-2! pointer-coarse:px-3!"
        aria-label={label}
        title={label}
        {...opener}
      >
        {icon}
      </Button>
    );
  if (text === undefined) return <IconButton label={label} icon={icon} {...opener} />;
  return (
    <Button look={text} {...opener}>
      {text === 'quiet' && icon}
      {label}
      {text !== 'quiet' && icon}
    </Button>
  );
}

function moveInMenu(event: KeyboardEvent<HTMLDivElement>): void {
  const items = itemsOf(event.currentTarget);
  const at = items.findIndex((item) => item === document.activeElement);
  const popover = event.currentTarget.closest<HTMLElement>('[popover]');
  const goesBack = event.shiftKey && popover !== event.currentTarget;
  if (event.key === 'Tab') return goesBack ? undefined : popover?.hidePopover();
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
  event.stopPropagation();
  if (to === undefined) return;
  event.preventDefault();
  items.at(to % items.length)?.focus();
}

/** Keys in a dialog with a menu belong to its controls; until one has the focus, they lead into the menu. */
function moveInDialog(event: KeyboardEvent<HTMLDivElement>): void {
  event.stopPropagation();
  if (event.target !== event.currentTarget || event.key !== 'ArrowDown') return;
  event.preventDefault();
  itemsOf(event.currentTarget)[0]?.focus();
}

function itemsOf(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role^=menuitem]')];
}

/**
 * Places the menu under the button, or above it where there is more room, within the window; aligned with its end if
 * `atEnd`. Growing, it keeps to the button.
 */
function place(menu: HTMLElement, button: DOMRect, atEnd: boolean): void {
  Object.assign(menu.style, { top: 'auto', bottom: 'auto', maxHeight: 'none' });
  const { width, height } = menu.getBoundingClientRect();
  const below = innerHeight - button.bottom - 2 * gap;
  const above = button.top - 2 * gap;
  const isAbove = height > below && above > below;
  if (isAbove) menu.style.bottom = `${innerHeight - button.top + gap}px`;
  else menu.style.top = `${button.bottom + gap}px`;
  menu.style.maxHeight = `${isAbove ? above : below}px`;
  const isLeftward = atEnd !== (getComputedStyle(menu).direction === 'rtl');
  const left = isLeftward ? button.right - width : button.left;
  menu.style.left = `${Math.max(gap, Math.min(left, innerWidth - width - gap))}px`;
}

export const menuItemLook =
  'hit flex w-full items-center gap-2.5 rounded-control px-2.5 py-1 text-start hover:bg-hover ' +
  'focus-visible:bg-hover focus-visible:outline-offset-[-2px] [&_svg]:size-4 [&_svg]:text-secondary';

type MenuItemProps = {
  icon: ReactNode;
  /** A shortcut for display, and for `aria-keyshortcuts`. */
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
