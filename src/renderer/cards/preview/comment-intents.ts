import type { LineComment } from '../../../shared/previews/decision.ts';
import { isSameLine, joinComments, type LinePlace } from '../../../shared/previews/line-comments.ts';
import type { PreviewDraftChange } from '../../../shared/previews/preview-draft.ts';
import { type CardHandle, isSending } from '../store/card-kind.ts';
import type { PreviewCall, PreviewCardState } from './preview-card-state.ts';
import type { PreviewPart } from './preview-part.ts';

/** Actions of a person on the comments of a preview. */
export type CommentIntents = {
  /** Opens the field of the comment on a line. */
  openComment(place: LinePlace): void;
  typeComment(comment: LineComment): void;
  /** Closes the field; a comment without text is forgotten. */
  closeComment(place: LinePlace): void;
  removeComment(place: LinePlace): void;
};

type CommentCard = CardHandle<{
  name: 'preview';
  part: PreviewPart;
  state: PreviewCardState;
  call: PreviewCall;
  change: PreviewDraftChange;
  calls: object;
  intents: object;
}>;

export function commentIntents({ read, write, save }: CommentCard): CommentIntents {
  function put(comment: LineComment): void {
    const comments = joinComments(read().comments, [comment]);
    write({ comments: comments.filter(({ text }) => text !== '') });
    save({ comments: [comment] }, 'soon');
  }

  const others = (place: LinePlace) => read().commenting.filter((other) => !isSameLine(other, place));

  function removeComment(place: LinePlace): void {
    const { path, side, line } = place;
    const known = read().comments.some((comment) => isSameLine(comment, place));
    write({ commenting: others(place) });
    if (known) put({ path, side, line, quote: '', text: '' });
  }

  return {
    openComment: ({ path, side, line }) =>
      write({ commenting: [...others({ path, side, line }), { path, side, line }] }),
    typeComment(comment) {
      if (!isSending(read())) put(comment);
    },
    closeComment(place) {
      const comment = read().comments.find((other) => isSameLine(other, place));
      if (comment === undefined || comment.text.trim() === '') removeComment(place);
      else write({ commenting: others(place) });
    },
    removeComment,
  };
}
