import { MessageSquarePlus } from 'lucide-react';
import { type KeyboardEvent, use } from 'react';
import { flushSync } from 'react-dom';
import { visibleText } from '../../../../shared/hidden-characters.ts';
import type { LineComment } from '../../../../shared/previews/decision.ts';
import { quoteOfLine } from '../../../../shared/previews/line-comments.ts';
import { VisibleText } from '../../../ui/visible-text.tsx';
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
import { bodyOf, Comment, focusField } from './comment.tsx';

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
