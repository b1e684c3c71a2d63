import { type KeyboardEvent, useRef } from 'react';
import { flushSync } from 'react-dom';
import { visibleText } from '../../../../shared/hidden-characters.ts';
import { isSameLine, type LinePlace } from '../../../../shared/previews/line-comments.ts';
import { Button } from '../../../ui/button.tsx';
import { isComposing } from '../../../ui/composing.ts';
import { InlineCode } from '../../../ui/inline-code.tsx';
import { GrowingTextField } from '../../../ui/text-input.tsx';
import type { CommentIntents } from '../preview-intents.ts';
import { type CommentsOnFile, markOfPlace, placeWords } from './file-comments.ts';

type CommentProps = {
  on: CommentsOnFile;
  place: LinePlace;
  quote: string;
  /** Takes the focus that was in the comment. */
  onClosed(body: Element | null): void;
};

/** A comment on a line, which can be open to be written. */
export function Comment({ on, place, quote, onClosed }: CommentProps) {
  const { comments, commenting, busy, intents } = on;
  const { path, side, line } = place;
  const text = comments.find((comment) => isSameLine(comment, place))?.text ?? '';
  const name = visibleText(`omment on ${placeWords(place)}`, 'line');
  const isOpen = intents !== null && commenting.some((other) => isSameLine(other, place));

  function close(from: Element, end: 'closeComment' | 'removeComment'): void {
    const body = bodyOf(from);
    intents?.[end](place);
    onClosed(body);
  }

  if (isOpen)
    return (
      <CommentField
        {...{ name, place, text, busy }}
        onType={(typed) => intents.typeComment({ path, side, line, quote, text: typed })}
        onDone={(from) => close(from, 'closeComment')}
        onRemove={(from) => close(from, 'removeComment')}
      />
    );
  return (
    <div
      role="group"
      aria-label={`C${name}`}
      className="max-w-120 rounded-control border border-edge bg-raised py-1.5 ps-3 pe-1.5"
    >
      <div className="flex min-h-8 flex-wrap items-center gap-x-2">
        <span className="font-medium">You</span>
        {intents === null ? null : (
          <>
            <span className="me-auto text-small text-tertiary @max-[420px]:hidden">
              goes with your decision
            </span>
            <BoxButtons
              {...{ name, place, busy, intents }}
              onRemove={(from) => close(from, 'removeComment')}
            />
          </>
        )}
      </div>
      <p className="pe-1.5 pb-1 wrap-anywhere whitespace-pre-wrap" dir="auto">
        <InlineCode text={text} className="rounded-small bg-hover px-1 py-[1.5px]" />
      </p>
    </div>
  );
}

type BoxButtonsProps = {
  name: string;
  place: LinePlace;
  busy: boolean;
  intents: CommentIntents;
  onRemove(from: Element): void;
};

function BoxButtons({ name, place, busy, intents, onRemove }: BoxButtonsProps) {
  return (
    <span className="ms-auto flex items-center">
      <Button
        look="quiet"
        aria-label={`Edit the c${name}`}
        aria-disabled={busy}
        onClick={({ currentTarget }) => {
          const body = bodyOf(currentTarget);
          flushSync(() => intents.openComment(place));
          focusField(body, place);
        }}
      >
        Edit
      </Button>
      <RemoveButton {...{ name, busy, onRemove }} />
    </span>
  );
}

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
function CommentField({ name, place, text, busy, onType, onDone, onRemove }: CommentFieldProps) {
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
        <RemoveButton {...{ name, busy, onRemove }} />
      </div>
    </div>
  );
}

type RemoveButtonProps = { name: string; busy: boolean; onRemove(from: Element): void };

function RemoveButton({ name, busy, onRemove }: RemoveButtonProps) {
  return (
    <Button
      look="quiet"
      aria-label={`Remove the c${name}`}
      aria-disabled={busy}
      onClick={({ currentTarget }) => !busy && onRemove(currentTarget)}
    >
      Remove
    </Button>
  );
}

/** Returns the shown changes of the file around an element. */
export function bodyOf(from: Element): Element | null {
  return from.closest('[data-file-body]');
}

/** Focuses the field of an open comment. */
export function focusField(body: Element | null, place: LinePlace): void {
  const field = body?.querySelector<HTMLElement>(`[data-comment-field="${markOfPlace(place)}"]`);
  field?.focus({ preventScroll: true });
  field?.scrollIntoView({ block: 'nearest' });
}
