import type { KeyboardEvent } from 'react';
import { isComposing } from './composing.ts';

/** Enter without Shift or Alt; the one that ends an input method's composition is not meant for sending. */
export function isPlainEnter(event: KeyboardEvent): boolean {
  return event.key === 'Enter' && !event.shiftKey && !event.altKey && !isComposing(event);
}
