import {
  type ComponentProps,
  createContext,
  type ReactNode,
  type RefObject,
  use,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import { Button } from '../button.tsx';
import { menuItemLook } from '../menu.tsx';
import { useStore } from 'zustand';
import type { DecidingElement } from './control-positions.ts';
import type { DecisionGuard } from './decision-guard.ts';

export const DecisionGuardContext = createContext<DecisionGuard | null>(null);

export function useDecisionGuard(): DecisionGuard {
  const guard = use(DecisionGuardContext);
  if (guard === null) throw new Error('A control that decides stands outside DecisionGuardContext');
  return guard;
}

/**
 * Arms an element. `about` identifies what it decides about as shown, and starts the time anew when it changes;
 * null while there is nothing to decide.
 */
function useArming(
  element: RefObject<Element | null>,
  reachedBy: DecidingElement['reachedBy'],
  about: string | null,
): { id: string; armed: boolean } {
  const guard = useDecisionGuard();
  const id = useId();
  const isArmed = useStore(guard.armed, (armed) => armed.has(id));
  useLayoutEffect(() => {
    if (about === null || element.current === null) return;
    return guard.watch({ id, element: element.current, reachedBy });
  }, [guard, id, element, reachedBy, about]);
  return { id, armed: isArmed && about !== null };
}

/**
 * For keys that decide anywhere in a card: runs a decision only if the key was pressed after the card had been
 * shown long enough. `about` as above.
 */
export function useDecidingKeys(
  card: RefObject<Element | null>,
  about: string | null,
): { armed: boolean; byKey(decide: () => void): void } {
  const guard = useDecisionGuard();
  const { id, armed } = useArming(card, 'card-keys', about);
  return {
    armed,
    byKey: (decide) => {
      if (guard.allowsCardKey(id)) decide();
    },
  };
}

type DecidingButtonProps = Omit<ComponentProps<typeof Button>, 'ref' | 'disabled' | 'aria-disabled'> & {
  /** Identifies what it decides about as shown; not needed where that never changes. */
  about?: string;
  /** True while there is nothing to decide, such as while a decision is sent. */
  off?: boolean;
};

/**
 * A button that decides. It acts only on a press that began after it had stood in its place for a moment; until
 * then it looks the same and is `aria-disabled`.
 */
export function DecidingButton({ about = '', off = false, ...rest }: DecidingButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const { id, armed } = useArming(button, 'press', off ? null : about);
  return (
    <Button
      ref={button}
      data-decides={id}
      data-arming={(!off && !armed) || undefined}
      aria-disabled={off || !armed}
      {...rest}
    />
  );
}

type DecidingItemProps = {
  /** Identifies what it decides about as shown. */
  about: string;
  /** True while there is nothing to decide, such as while a decision is sent. */
  off?: boolean;
  onClick(): void;
  children: ReactNode;
};

/** A menu item that decides, like a `DecidingButton`. */
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
