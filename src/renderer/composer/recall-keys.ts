import type { KeyboardEvent } from 'react';
import type { RecallStep } from '../state/composer/recall-intents.ts';
import { isComposing } from '../ui/composing.ts';

/**
 * Which message a key wants in the field: ↑ and ↓ with the caret at the end, where bringing a message
 * back puts it; anywhere else they move the caret.
 */
export function recallStep(event: KeyboardEvent<HTMLTextAreaElement>): RecallStep | undefined {
  const { key, shiftKey, altKey, ctrlKey, metaKey, currentTarget: field } = event;
  if (shiftKey || altKey || ctrlKey || metaKey || isComposing(event)) return undefined;
  const atEnd = field.selectionStart === field.value.length;
  if (key === 'Escape') return 'none';
  if (!atEnd) return undefined;
  if (key === 'ArrowUp') return 'older';
  return key === 'ArrowDown' ? 'newer' : undefined;
}
