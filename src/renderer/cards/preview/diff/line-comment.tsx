import { MessageSquarePlus } from 'lucide-react';
import { type KeyboardEvent, use, useRef } from 'react';
import { flushSync } from 'react-dom';
import { visibleText } from '../../../../shared/hidden-characters.ts';
import type { LineComment } from '../../../../shared/previews/decision.ts';
import { isSameLine, type LinePlace, quoteOfLine } from '../../../../shared/previews/line-comments.ts';
import { Button } from '../../../ui/button.tsx';
import { isComposing } from '../../../ui/composing.ts';
import { GrowingTextField } from '../../../ui/text-input.tsx';
import { InlineCode } from '../../../ui/inline-code.tsx';
import { VisibleText } from '../../../ui/visible-text.tsx';
import type { CommentIntents } from '../file-intents.ts';
import type { DiffLine } from './diff-lines.ts';
import {
  type CommentedLines,
  CommentedLinesContext,
  type CommentsOnFile,
  markOf,
  markOfPlace,
  placeOfMark,
  placeWords,
} from './file-comments.ts';

/** The button of the line that is pointed at or was chosen by the arrows: opens a comment beneath it. */
export function CommentButton({ line }: { line: DiffLine }) {
  const lines = use(CommentedLinesContext);
  const mark = markOf(line);
  const place = lines === null || mark === null ? null : placeOfMark(lines.path, mark);
  if (lines === null || place === null || mark === null || lines.intents === null) return null;
  const { intents } = lines;
  const verb = lines.noted.has(mark) ? 'Go to the' : 'Add a';
  return (
    <button
      type="button"
      aria-label={visibleText(`${verb} comment on ${placeWords(place)}`, 'line')}
      title="Add a comment"
      className="diff-comment hit-square"
      onClick={({ currentTarget }) => {
        const body = bodyOf(currentTarget);
        flushSync(() => intents.openComment(place));
        focusField(body, place);
      }}
      onKeyDown={(event) => chooseByKey(event, mark, lines)}
    >
      <span>
        <MessageSquarePlus aria-hidden />
      </span>
    </button>
  );
}

/** What stands beneath a line: its comment, or the field of it. */
export function BelowLine({ line }: { line: DiffLine }) {
  const lines = use(CommentedLinesContext);
  const mark = markOf(line);
  const place = lines === null || mark === null ? null : placeOfMark(lines.path, mark);
  if (lines === null || place === null || mark === null || !lines.noted.has(mark)) return null;
  const onClosed = (body: Element | null) => {
    flushSync(() => lines.choose(mark));
    body?.querySelector<HTMLElement>('.diff-comment')?.focus({ preventScroll: true });
  };
  return (
    <div className="diff-below">
      <Comment {...{ on: lines, place, onClosed }} quote={quoteOfLine(line.text)} />
    </div>
  );
}

/** Comments whose line is not shown, or is another by now, each with that line as it was seen. */
export function LooseComments({ on, comments }: { on: CommentsOnFile; comments: readonly LineComment[] }) {
  if (comments.length === 0) return null;
  return (
    <div className="border-t border-hairline px-4 py-3 text-second">
      <p className="text-small text-secondary">
        {comments.length === 1 ? 'On a line that is not shown here' : 'On lines that are not shown here'}
      </p>
      {comments.map((comment) => (
        <div key={`${comment.path} ${markOfPlace(comment)}`} className="mt-2 flex flex-col gap-1.5">
          <p className="cut-off font-mono text-code text-secondary" dir="ltr">
            {comment.line} <VisibleText text={comment.quote} layout="line" />
          </p>
          <Comment {...{ on }} place={comment} quote={comment.quote} onClosed={() => undefined} />
        </div>
      ))}
    </div>
  );
}

type CommentProps = {
  on: CommentsOnFile;
  place: LinePlace;
  quote: string;
  /** Takes the focus that was in the comment. */
  onClosed(body: Element | null): void;
};

function Comment({ on, place, quote, onClosed }: CommentProps) {
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

function bodyOf(from: Element): Element | null {
  return from.closest('[data-file-body]');
}

function focusField(body: Element | null, place: LinePlace): void {
  const field = body?.querySelector<HTMLElement>(`[data-comment-field="${markOfPlace(place)}"]`);
  field?.focus({ preventScroll: true });
  field?.scrollIntoView({ block: 'nearest' });
}

/** The arrows go from line to line, so that a long diff is left by one press of Tab. */
function chooseByKey(event: KeyboardEvent<HTMLElement>, mark: string, { choose }: CommentedLines): void {
  const body = bodyOf(event.currentTarget);
  const marks = [...(body?.querySelectorAll<HTMLElement>('[data-mark]') ?? [])].map(
    ({ dataset }) => dataset['mark'] ?? '',
  );
  const next = nextMark(marks, marks.indexOf(mark), event.key);
  if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  flushSync(() => choose(next));
  const button = body?.querySelector<HTMLElement>('.diff-comment');
  button?.focus({ preventScroll: true });
  button?.scrollIntoView({ block: 'nearest' });
}

function nextMark(marks: readonly string[], at: number, key: string): string | undefined {
  switch (key) {
    case 'ArrowDown':
      return marks[at + 1];
    case 'ArrowUp':
      return marks[at - 1];
    case 'Home':
      return marks[0];
    case 'End':
      return marks.at(-1);
    default:
      return undefined;
  }
}
