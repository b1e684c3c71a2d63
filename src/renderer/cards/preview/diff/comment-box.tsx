import { flushSync } from 'react-dom';
import { visibleText } from '../../../../shared/hidden-characters.ts';
import { isSameLine, type LinePlace } from '../../../../shared/previews/line-comments.ts';
import { Button } from '../../../ui/button.tsx';
import { InlineCode } from '../../../ui/inline-code.tsx';
import type { CommentIntents } from '../preview-intents.ts';
import { type CommentsOnFile, placeWords } from './file-comments.ts';
import { bodyOf, CommentField, focusField } from './comment-field.tsx';

type CommentProps = {
  on: CommentsOnFile;
  place: LinePlace;
  quote: string;
  /** Takes the focus that was in the comment. */
  onClosed(body: Element | null): void;
};

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
      <Button
        look="quiet"
        aria-label={`Remove the c${name}`}
        aria-disabled={busy}
        onClick={({ currentTarget }) => !busy && onRemove(currentTarget)}
      >
        Remove
      </Button>
    </span>
  );
}
