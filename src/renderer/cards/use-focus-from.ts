import { type RefObject, useEffect } from 'react';

/**
 * Moves the focus into a field that has appeared, and the field into sight: from the buttons that the selector
 * `buttons` matches, or where the button that opened it is gone. Anywhere else the focus stays.
 */
export function useFocusFrom(buttons: string, field: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { activeElement } = document;
    if (activeElement !== document.body && activeElement?.closest(buttons) === null) return;
    field.current?.focus({ preventScroll: true });
    field.current?.scrollIntoView({ block: 'nearest' });
  }, [buttons, field]);
}
