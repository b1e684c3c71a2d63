import { createContext, type PointerEvent, useMemo, useState } from 'react';
import type { LineComment } from '../../../../shared/previews/decision.ts';
import { isSameLine, type LinePlace, quoteOfLine } from '../../../../shared/previews/line-comments.ts';
import type { CommentIntents } from '../preview-intents.ts';
import type { DiffLine } from './diff-lines.ts';
import type { ShownHunk } from './shown-hunks.ts';

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

export function markOfPlace({ side, line }: LinePlace): string {
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
