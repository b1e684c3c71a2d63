import { createContext, type RefObject, use, useId, useLayoutEffect } from 'react';
import { useStore } from 'zustand';
import type { DecidingElement } from './control-places.ts';
import type { DecisionGuard } from './decision-guard.ts';

export const DecisionGuardContext = createContext<DecisionGuard | null>(null);

export function useDecisionGuard(): DecisionGuard {
  const guard = use(DecisionGuardContext);
  if (guard === null) throw new Error('A control that decides stands outside DecisionGuardContext');
  return guard;
}

/**
 * Arms an element. `about` names what it decides about as it is shown, and starts the time anew when it
 * changes; null while there is nothing to decide.
 */
export function useArming(
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
 * For keys that decide anywhere in a card: runs a decision only by a key that was pressed when the card
 * had been shown for long enough. `about` as above.
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
