import type { KeyboardEvent } from 'react';

/** Enter alone; the one that ends an input method's composition is not meant for sending. */
export function isPlainEnter({ key, shiftKey, altKey, nativeEvent, keyCode }: KeyboardEvent): boolean {
  return key === 'Enter' && !shiftKey && !altKey && !nativeEvent.isComposing && keyCode !== 229;
}
