import type { KeyboardEvent } from 'react';

/**
 * Up and down go from option to option, around the ends. The focus has moved when this returns: a key
 * that comes right behind, such as Enter, meets the option that was gone to.
 */
export function moveWithArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  const group = event.currentTarget.closest('[role=group], [role=radiogroup]');
  const options = [...(group?.querySelectorAll<HTMLElement>('[data-option]') ?? [])];
  const here = options.findIndex((option) => option === document.activeElement);
  options.at((here + step) % options.length)?.focus();
  event.preventDefault();
}
