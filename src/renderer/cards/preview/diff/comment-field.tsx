import { type KeyboardEvent, useRef } from 'react';
import type { LinePlace } from '../../../../shared/previews/line-comments.ts';
import { Button } from '../../../ui/button.tsx';
import { isComposing } from '../../../ui/composing.ts';
import { GrowingTextField } from '../../../ui/text-input.tsx';
import { markOfPlace } from './file-comments.ts';

type CommentFieldProps = {
  name: string;
  place: LinePlace;
  text: string;
  busy: boolean;
  onType(text: string): void;
  onDone(from: Element): void;
  onRemove(from: Element): void;
};

/** A comment as it is being written. No key in it decides anything. */
export function CommentField({ name, place, text, busy, onType, onDone, onRemove }: CommentFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    const isDone = event.key === 'Escape' || (event.key === 'Enter' && (event.ctrlKey || event.metaKey));
    if (!isDone || isComposing(event)) return;
    event.preventDefault();
    event.stopPropagation();
    onDone(event.currentTarget);
  }

  return (
    <div className="max-w-120">
      <GrowingTextField
        ref={field}
        data-comment-field={markOfPlace(place)}
        aria-label={`C${name}`}
        placeholder="What about this line?"
        className="max-h-60 text-body"
        readOnly={busy}
        value={text}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className="mt-1 flex items-center gap-1">
        <Button onClick={({ currentTarget }) => onDone(currentTarget)}>Done</Button>
        <Button
          look="quiet"
          aria-label={`Remove the c${name}`}
          aria-disabled={busy}
          onClick={({ currentTarget }) => !busy && onRemove(currentTarget)}
        >
          Remove
        </Button>
      </div>
    </div>
  );
}

export function bodyOf(from: Element): Element | null {
  return from.closest('[data-file-body]');
}

export function focusField(body: Element | null, place: LinePlace): void {
  const field = body?.querySelector<HTMLElement>(`[data-comment-field="${markOfPlace(place)}"]`);
  field?.focus({ preventScroll: true });
  field?.scrollIntoView({ block: 'nearest' });
}
