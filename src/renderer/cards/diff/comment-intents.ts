import type { LineComment } from '../../../shared/previews/decision.ts';
import { isSameLine, joinComments, type LineAnchor } from '../../../shared/previews/line-comments.ts';

/** Comments on lines, and the lines whose comment is being written. */
export type WrittenComments = { comments: readonly LineComment[]; commenting: readonly LineAnchor[] };

export type CommentIntents = {
  openComment(anchor: LineAnchor): void;
  typeComment(comment: LineComment): void;
  /** Closes the field; a comment without text is forgotten. */
  closeComment(anchor: LineAnchor): void;
  removeComment(anchor: LineAnchor): void;
};

type CommentHandle = {
  read(): WrittenComments;
  write(change: Partial<WrittenComments>): void;
  /** Keeps one comment; without text it is removed. */
  save?(comment: LineComment): void;
};

/** Returns what a person can do with comments that are not sent yet. */
export function createCommentIntents({ read, write, save }: CommentHandle): CommentIntents {
  function typeComment(comment: LineComment): void {
    const comments = joinComments(read().comments, [comment]);
    write({ comments: comments.filter(({ text }) => text !== '') });
    save?.(comment);
  }

  const others = (anchor: LineAnchor) => read().commenting.filter((other) => !isSameLine(other, anchor));

  function removeComment(anchor: LineAnchor): void {
    const { path, side, line } = anchor;
    const known = read().comments.some((comment) => isSameLine(comment, anchor));
    write({ commenting: others(anchor) });
    if (known) typeComment({ path, side, line, quote: '', text: '' });
  }

  return {
    openComment: ({ path, side, line }) =>
      write({ commenting: [...others({ path, side, line }), { path, side, line }] }),
    typeComment,
    closeComment(anchor) {
      const comment = read().comments.find((other) => isSameLine(other, anchor));
      if (comment === undefined || comment.text.trim() === '') removeComment(anchor);
      else write({ commenting: others(anchor) });
    },
    removeComment,
  };
}
