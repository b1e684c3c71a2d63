import type { Outcome, Reply } from '../questions/outcome.ts';
import type { Question } from '../questions/question.ts';

export type Answered = Extract<Reply, { status: 'answered' }>;

/** Suffix of an answer that a timeout chose. */
export const autoMark = ' (auto-selected after timeout)';

/** The reply to a question, where there is one. */
export function replyOf(question: Question, replies: readonly Reply[]): Reply | undefined {
  return replies.find(({ questionId }) => questionId === question.id);
}

/** Picks in the order they were picked, then the person's own text. */
export function answerText({ picks, custom }: Answered): string {
  return [...picks, ...(custom === undefined ? [] : [custom])].join(', ');
}

/** An answer with its marks: that a timeout chose it, and the person's note. */
export function withMarks(text: string, reply: Reply): string {
  const auto = reply.status === 'answered' && reply.origin === 'auto' ? autoMark : '';
  const note = reply.note === undefined ? '' : ` (note: ${reply.note})`;
  return text === '' ? `${auto}${note}`.trimStart() : `${text}${auto}${note}`;
}

/** The text of a person who would rather not answer. */
export function declinedText(reason: string | undefined): string {
  return `User declined to answer these questions.${reason?.trim() ? ` Reason: ${reason}` : ''}`;
}

/** A reply of the person where a tool has no word for one: their own answer to the first question. */
export function replyAsAnswer(
  questions: readonly Question[],
  text: string,
): Extract<Outcome, { type: 'answered' }> {
  const replies = questions.map(({ id: questionId }, index): Reply => {
    if (index > 0) return { status: 'skipped', questionId };
    return { status: 'answered', questionId, picks: [], custom: text, origin: 'typed' };
  });
  return { type: 'answered', replies, timedOut: false };
}
