import { MessageSquarePlus } from 'lucide-react';
import { createContext, type KeyboardEvent, type PointerEvent, use, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { visibleText } from '../../../../shared/hidden-characters.ts';
import type { LineComment } from '../../../../shared/previews/decision.ts';
import { isSameLine, type LinePlace, quoteOfLine } from '../../../../shared/previews/line-comments.ts';
import { Button } from '../../../ui/button.tsx';
import { isComposing } from '../../../ui/composing.ts';
import { InlineCode } from '../../../ui/inline-code.tsx';
import { GrowingTextField } from '../../../ui/text-input.tsx';
import { VisibleText } from '../../../ui/visible-text.tsx';
import type { CommentIntents } from '../preview-card-kind.ts';
import type { DiffLine } from './diff-lines.ts';
import type { ShownHunk } from './shown-hunks.ts';

type CommentProps = {
  on: CommentsOnFile;
  place: LinePlace;
  quote: string;
  /** Takes the focus that was in the comment. */
  onClosed(body: Element | null): void;
};

/** A comment on a line, which can be open to be written. */
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
function bodyOf(from: Element): Element | null {
  return from.closest('[data-file-body]');
}

/** Focuses the field of an open comment. */
function focusField(body: Element | null, place: LinePlace): void {
  const field = body?.querySelector<HTMLElement>(`[data-comment-field="${markOfPlace(place)}"]`);
  field?.focus({ preventScroll: true });
  field?.scrollIntoView({ block: 'nearest' });
}

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

/** The part beneath a line: its comment, or the field of it. */
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

/** The comments on a file, as they are and as they can be written. */
export type CommentsOnFile = {
  path: string;
  comments: readonly LineComment[];
  /** Those that are being written. */
  commenting: readonly LinePlace[];
  busy: boolean;
  /** Null where they can only be read. */
  intents: CommentIntents | null;
};

/** The same for the lines of its diff. */
export type CommentedLines = CommentsOnFile & {
  /** The lines that have something beneath them, by their marks. */
  noted: ReadonlySet<string>;
  /** The line whose button is there, and in the order of Tab. */
  current: string | null;
  choose(mark: string): void;
};

export const CommentedLinesContext = createContext<CommentedLines | null>(null);

/** Returns the mark of a line, by which its comment finds it; null where it can have none, or goes on in another row. */
export function markOf({ kind, oldNumber, newNumber }: DiffLine): string | null {
  switch (kind) {
    case 'remark':
      return null;
    case 'removed':
      return oldNumber === null ? null : `old ${oldNumber}`;
    case 'added':
    case 'same':
      return newNumber === null ? null : `new ${newNumber}`;
  }
}

function markOfPlace({ side, line }: LinePlace): string {
  return `${side} ${line}`;
}

/** Returns the place that a mark names; null where it names none. */
export function placeOfMark(path: string, mark: string): LinePlace | null {
  const [side, line] = mark.split(' ');
  return side === 'old' || side === 'new' ? { path, side, line: Number(line) } : null;
}

/** Names a place for a person. */
export function placeWords({ path, side, line }: LinePlace): string {
  return `${side === 'old' ? 'removed line' : 'line'} ${line} of ${path}`;
}

/**
 * Finds the lines of comments among those that are shown: their marks, and the comments whose line is not there
 * or is another by now.
 */
export function placeComments(
  lines: readonly DiffLine[],
  { comments, commenting }: Pick<CommentsOnFile, 'comments' | 'commenting'>,
): { noted: ReadonlySet<string>; loose: LineComment[] } {
  if (comments.length + commenting.length === 0) return { noted: new Set(), loose: [] };
  const quotes = new Map(lines.map((line) => [markOf(line), quoteOfLine(line.text)]));
  const isPlaced = (comment: LineComment) => quotes.get(markOfPlace(comment)) === comment.quote;
  const open = commenting.filter((place) => !comments.some((comment) => isSameLine(comment, place)));
  return {
    noted: new Set([...comments.filter(isPlaced), ...open].map(markOfPlace)),
    loose: comments.filter((comment) => !isPlaced(comment)),
  };
}

/** Counts comments; null where there are none. */
export function commentCount(count: number): string | null {
  if (count === 0) return null;
  return count === 1 ? '1 comment' : `${count.toLocaleString('en')} comments`;
}

export function isNoted(line: DiffLine, comments: CommentedLines | null): boolean {
  const mark = markOf(line);
  return mark !== null && comments?.noted.has(mark) === true;
}

export function isChosen(line: DiffLine, comments: CommentedLines | null): boolean {
  return comments?.current !== null && comments?.current === markOf(line);
}

/** Returns the object of an earlier render where nothing in it has changed: a long diff is not rendered anew for it. */
function useSame(lines: CommentedLines): CommentedLines {
  const [kept, keep] = useState(lines);
  const isSame =
    kept.path === lines.path &&
    kept.busy === lines.busy &&
    kept.intents === lines.intents &&
    kept.current === lines.current &&
    hasSame(kept.comments, lines.comments) &&
    hasSame(kept.commenting, lines.commenting) &&
    hasSame([...kept.noted], [...lines.noted]);
  if (!isSame) keep(lines);
  return isSame ? kept : lines;
}

function hasSame<Item>(some: readonly Item[], others: readonly Item[]): boolean {
  return some.length === others.length && some.every((item, at) => item === others[at]);
}

/** The lines of a file with their comments, and the one that has the button for another. */
export function useCommentedLines(flat: readonly ShownHunk[], comments: CommentsOnFile) {
  const [chosen, choose] = useState<string | null>(null);
  const shown = useMemo(() => flat.flat(), [flat]);
  const marks = useMemo(() => new Set(shown.map(markOf)), [shown]);
  const first = useMemo(() => shown.find(({ kind }) => kind === 'added' || kind === 'removed'), [shown]);
  const { noted, loose } = placeComments(shown, comments);
  const current = chosen !== null && marks.has(chosen) ? chosen : first === undefined ? null : markOf(first);
  const lines = useSame({ ...comments, noted, current: comments.intents === null ? null : current, choose });

  /** The button comes to the line that is pointed at, unless it has the focus or text is being selected. */
  function onPointerOver({ target, buttons }: PointerEvent): void {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-mark]') : null;
    const mark = row?.dataset['mark'];
    if (mark === undefined || mark === current || buttons !== 0) return;
    if (document.activeElement?.matches('.diff-comment') !== true) choose(mark);
  }

  return { lines, loose, onPointerOver };
}
