import { MessageSquarePlus } from 'lucide-react';
import { createContext, type KeyboardEvent, type PointerEvent, use, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { visibleText } from '../../../shared/hidden-characters.ts';
import type { LineComment } from '../../../shared/previews/decision.ts';
import { isSameLine, type LineAnchor, quoteOfLine } from '../../../shared/previews/line-comments.ts';
import { Button } from '../../ui/button.tsx';
import { isComposing } from '../../ui/composing.ts';
import { InlineCode } from '../../ui/inline-code.tsx';
import { GrowingTextField } from '../../ui/text-input.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import type { CommentIntents, WrittenComments } from './comment-intents.ts';
import type { DiffLine } from './diff-lines.ts';
import type { ShownHunk } from './shown-hunks.ts';

type CommentProps = {
  on: CommentsOnFile;
  anchor: LineAnchor;
  quote: string;
  /** Called when the comment was closed, with the changes of the file it is in, to move the focus there. */
  onClosed(body: Element | null): void;
};

/** A comment on a line, which can be open to be written. */
function Comment({ on, anchor, quote, onClosed }: CommentProps) {
  const { comments, commenting, busy, intents } = on;
  const { path, side, line } = anchor;
  const text = comments.find((comment) => isSameLine(comment, anchor))?.text ?? '';
  const where = visibleText(anchorText(anchor), 'line');
  const isOpen = intents !== null && commenting.some((other) => isSameLine(other, anchor));

  function close(from: Element, end: 'closeComment' | 'removeComment'): void {
    const body = bodyOf(from);
    intents?.[end](anchor);
    onClosed(body);
  }

  if (isOpen)
    return (
      <CommentField
        {...{ where, anchor, text, busy }}
        onType={(typed) => intents.typeComment({ path, side, line, quote, text: typed })}
        onDone={(from) => close(from, 'closeComment')}
        onRemove={(from) => close(from, 'removeComment')}
      />
    );
  return (
    <div
      role="group"
      aria-label={`Comment on ${where}`}
      className="max-w-120 rounded-control border border-edge bg-raised py-1.5 ps-3 pe-1.5"
    >
      <div className="flex min-h-8 flex-wrap items-center gap-x-2">
        <span className="font-medium">You</span>
        {intents === null ? null : (
          <>
            <span className="me-auto text-small text-tertiary @max-[420px]:hidden">not sent yet</span>
            <BoxButtons
              {...{ where, anchor, busy, intents }}
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
  /** The line it is on, in words. */
  where: string;
  anchor: LineAnchor;
  busy: boolean;
  intents: CommentIntents;
  onRemove(from: Element): void;
};

function BoxButtons({ where, anchor, busy, intents, onRemove }: BoxButtonsProps) {
  return (
    <span className="ms-auto flex items-center">
      <Button
        look="quiet"
        aria-label={`Edit the comment on ${where}`}
        aria-disabled={busy}
        onClick={({ currentTarget }) => {
          const body = bodyOf(currentTarget);
          flushSync(() => intents.openComment(anchor));
          focusField(body, anchor);
        }}
      >
        Edit
      </Button>
      <RemoveButton {...{ where, busy, onRemove }} />
    </span>
  );
}

type CommentFieldProps = {
  where: string;
  anchor: LineAnchor;
  text: string;
  busy: boolean;
  onType(text: string): void;
  onDone(from: Element): void;
  onRemove(from: Element): void;
};

/** The field of a comment. No key in it decides anything. */
function CommentField({ where, anchor, text, busy, onType, onDone, onRemove }: CommentFieldProps) {
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
        data-comment-field={markOfAnchor(anchor)}
        aria-label={`Comment on ${where}`}
        placeholder="What about this line?"
        className="max-h-60 text-body"
        readOnly={busy}
        value={text}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className="mt-1 flex items-center gap-1">
        <Button onClick={({ currentTarget }) => onDone(currentTarget)}>Done</Button>
        <RemoveButton {...{ where, busy, onRemove }} />
      </div>
    </div>
  );
}

type RemoveButtonProps = { where: string; busy: boolean; onRemove(from: Element): void };

function RemoveButton({ where, busy, onRemove }: RemoveButtonProps) {
  return (
    <Button
      look="quiet"
      aria-label={`Remove the comment on ${where}`}
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

function focusField(body: Element | null, anchor: LineAnchor): void {
  const field = body?.querySelector<HTMLElement>(`[data-comment-field="${markOfAnchor(anchor)}"]`);
  field?.focus({ preventScroll: true });
  field?.scrollIntoView({ block: 'nearest' });
}

/** The button of the line that is pointed at or was chosen by the arrows: opens a comment beneath it. */
export function CommentButton({ line }: { line: DiffLine }) {
  const lines = use(CommentedLinesContext);
  const mark = markOf(line);
  const anchor = lines === null || mark === null ? null : anchorOfMark(lines.path, mark);
  if (lines === null || anchor === null || mark === null || lines.intents === null) return null;
  const { intents } = lines;
  const verb = lines.noted.has(mark) ? 'Go to the' : 'Add a';
  return (
    <button
      type="button"
      aria-label={visibleText(`${verb} comment on ${anchorText(anchor)}`, 'line')}
      title="Add a comment"
      className="diff-comment hit-square"
      onClick={({ currentTarget }) => {
        const body = bodyOf(currentTarget);
        flushSync(() => intents.openComment(anchor));
        focusField(body, anchor);
      }}
      onKeyDown={(event) => chooseByKey(event, mark, lines)}
    >
      <span>
        <MessageSquarePlus aria-hidden />
      </span>
    </button>
  );
}

/** What stands below a line: its comment, or the field for one. */
export function BelowLine({ line }: { line: DiffLine }) {
  const lines = use(CommentedLinesContext);
  const mark = markOf(line);
  const anchor = lines === null || mark === null ? null : anchorOfMark(lines.path, mark);
  if (lines === null || anchor === null || mark === null || !lines.noted.has(mark)) return null;
  const onClosed = (body: Element | null) => {
    flushSync(() => lines.choose(mark));
    body?.querySelector<HTMLElement>('.diff-comment')?.focus({ preventScroll: true });
  };
  return (
    <div className="diff-below">
      <Comment {...{ on: lines, anchor, onClosed }} quote={quoteOfLine(line.text)} />
    </div>
  );
}

/** Comments whose line is not shown or has changed, each with the line as the person saw it. */
export function LooseComments({ on, comments }: { on: CommentsOnFile; comments: readonly LineComment[] }) {
  if (comments.length === 0) return null;
  return (
    <div className="border-t border-hairline px-4 py-3 text-second">
      <p className="text-small text-secondary">
        {comments.length === 1 ? 'On a line that is not shown here' : 'On lines that are not shown here'}
      </p>
      {comments.map((comment) => (
        <div key={`${comment.path} ${markOfAnchor(comment)}`} className="mt-2 flex flex-col gap-1.5">
          <p className="cut-off font-mono text-code text-secondary" dir="ltr">
            {comment.line} <VisibleText text={comment.quote} layout="line" />
          </p>
          <Comment {...{ on }} anchor={comment} quote={comment.quote} onClosed={() => undefined} />
        </div>
      ))}
    </div>
  );
}

/**
 * Only one line is in the order of Tab, and the arrows move from line to line, so that one Tab leaves a long
 * diff.
 */
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
export type CommentsOnFile = WrittenComments & {
  path: string;
  busy: boolean;
  /** Null where they can only be read. */
  intents: CommentIntents | null;
};

/** The same, with what the lines of the diff need. */
export type CommentedLines = CommentsOnFile & {
  /** The lines with something below them, by their marks. */
  noted: ReadonlySet<string>;
  /** The line with the button, which is in the order of Tab. */
  current: string | null;
  choose(mark: string): void;
};

export const CommentedLinesContext = createContext<CommentedLines | null>(null);

/**
 * Returns the mark that ties a comment to a line; null if the line can have none, or continues in another
 * row.
 */
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

function markOfAnchor({ side, line }: LineAnchor): string {
  return `${side} ${line}`;
}

export function anchorOfMark(path: string, mark: string): LineAnchor | null {
  const [side, line] = mark.split(' ');
  return side === 'old' || side === 'new' ? { path, side, line: Number(line) } : null;
}

export function anchorText({ path, side, line }: LineAnchor): string {
  return `${side === 'old' ? 'removed line' : 'line'} ${line} of ${path}`;
}

/**
 * Finds the lines of comments among those that are shown; `loose` are comments whose line is not there or has
 * changed.
 */
export function placeComments(
  lines: readonly DiffLine[],
  { comments, commenting }: Pick<CommentsOnFile, 'comments' | 'commenting'>,
): { noted: ReadonlySet<string>; loose: LineComment[] } {
  if (comments.length + commenting.length === 0) return { noted: new Set(), loose: [] };
  const quotes = new Map(lines.map((line) => [markOf(line), quoteOfLine(line.text)]));
  const isPlaced = (comment: LineComment) => quotes.get(markOfAnchor(comment)) === comment.quote;
  const open = commenting.filter((anchor) => !comments.some((comment) => isSameLine(comment, anchor)));
  return {
    noted: new Set([...comments.filter(isPlaced), ...open].map(markOfAnchor)),
    loose: comments.filter((comment) => !isPlaced(comment)),
  };
}

export function isNoted(line: DiffLine, comments: CommentedLines | null): boolean {
  const mark = markOf(line);
  return mark !== null && comments?.noted.has(mark) === true;
}

export function isChosen(line: DiffLine, comments: CommentedLines | null): boolean {
  return comments?.current !== null && comments?.current === markOf(line);
}

/**
 * Keeps the object of an earlier render if nothing in it has changed, so that a long diff is not rendered
 * again.
 */
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

  /**
   * The button follows the pointer as it moves, not lines that move under it; it stays where it was reached by key, and
   * while text is being selected.
   */
  function onPointerMove({ target, buttons }: PointerEvent): void {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-mark]') : null;
    const mark = row?.dataset['mark'];
    if (mark === undefined || mark === current || buttons !== 0) return;
    if (document.activeElement?.matches('.diff-comment:focus-visible') !== true) choose(mark);
  }

  return { lines, loose, onPointerMove };
}
