import type { KeyboardEvent } from 'react';

/** The key code that browsers give to every key an input method takes. */
const takenByInputMethod = 229;

/** True for a key of an input method, such as the Enter that ends its composition. */
export function isComposing({ nativeEvent, keyCode }: KeyboardEvent): boolean {
  return nativeEvent.isComposing || keyCode === takenByInputMethod;
}

/** Enter without Shift or Alt, and not the Enter that ends an input method's composition. */
export function isPlainEnter(event: KeyboardEvent): boolean {
  return event.key === 'Enter' && !event.shiftKey && !event.altKey && !isComposing(event);
}
