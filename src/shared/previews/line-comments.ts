import { longestQuote } from '../longest-text.ts';
import type { Decision, LineComment } from './decision.ts';

export type LineAnchor = Pick<LineComment, 'path' | 'side' | 'line'>;

/** Returns the quote of a line: its beginning, without the line end of Windows. */
export function quoteOfLine(text: string): string {
  return text.replace(/\r$/, '').slice(0, longestQuote).toWellFormed();
}

/** True where two comments are on the same line. */
export function isSameLine(one: LineAnchor, other: LineAnchor): boolean {
  return one.path === other.path && one.side === other.side && one.line === other.line;
}

/** Replaces the comments on the same lines, and keeps the others. */
export function joinComments(
  comments: readonly LineComment[],
  changed: readonly LineComment[],
): LineComment[] {
  return [...comments.filter((comment) => !changed.some((other) => isSameLine(comment, other))), ...changed];
}

/** Returns the comments that have text, in the order of their lines in each file. */
export function filledComments(comments: readonly LineComment[]): LineComment[] {
  const sides = { old: 0, new: 1 };
  return comments
    .filter(({ text }) => text.trim() !== '')
    .toSorted(
      (a, b) =>
        (a.path < b.path ? -1 : Number(a.path > b.path)) || a.line - b.line || sides[a.side] - sides[b.side],
    );
}

/** The comments that go along with a decision. */
export function commentsOf(decision: Decision | null): readonly LineComment[] {
  return decision !== null && 'comments' in decision ? (decision.comments ?? []) : [];
}
