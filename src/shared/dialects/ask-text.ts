import { answerText } from '../questions/answers.ts';
import { optionsOf, takesSeveral } from '../questions/question-kinds.ts';
import type { Answered, Outcome, Question, Reply } from '../questions/questions.ts';

/** Suffix of an answer that a timeout chose. */
export const autoMark = ' (auto-selected after timeout)';

export function replyOf(question: Question, replies: readonly Reply[]): Reply | undefined {
  return replies.find(({ questionId }) => questionId === question.id);
}

/** An answer with its marks: that a timeout chose it, and the person's note. */
export function withMarks(text: string, reply: Reply): string {
  const auto = reply.status === 'answered' && reply.origin === 'auto' ? autoMark : '';
  const note = reply.note === undefined ? '' : ` (note: ${reply.note})`;
  return text === '' ? `${auto}${note}`.trimStart() : `${text}${auto}${note}`;
}

/** How the text for a declined ask begins. */
export const declinedStart = 'User declined to answer these questions.';

/** The text for the model when the person declined. */
export function declinedText(reason: string | undefined): string {
  return `${declinedStart}${reason?.trim() ? ` Reason: ${reason}` : ''}`;
}

/**
 * Returns a chat reply as an outcome, for tools that have no word for one: as own words for the first
 * question.
 */
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

/** Result text of `ask` for the only question of a call. */
export function formatOne(reply: Reply): string {
  const lines = reply.status === 'answered' ? answerLines(reply) : ['User did not select any options'];
  return [...lines, ...labelled('User added note:', reply.note)].join('\n');
}

function answerLines({ picks, custom, origin }: Answered): string[] {
  const selected = picks.length === 0 ? [] : [`User selected: ${picks.join(', ')}`];
  return [
    ...selected.map((line) => (origin === 'auto' ? `${line}${autoMark}` : line)),
    ...labelled('User provided custom input:', custom),
  ];
}

/** A text behind its label; one of several lines begins below it and is indented. */
function labelled(label: string, text: string | undefined): string[] {
  if (text === undefined) return [];
  if (!text.includes('\n')) return [`${label} ${text}`];
  return [label, ...text.split('\n').map((line) => `  ${line}`)];
}

/** The first line of a result of `ask` for several questions. */
export const answersLine = 'User answers:';

/** Result text of `ask` for several questions: a line for each. */
export function formatMany(results: readonly { asked: Question; reply: Reply }[]): string {
  return [answersLine, ...results.map(({ asked, reply }) => `${asked.id}: ${valueOf(asked, reply)}`)].join(
    '\n',
  );
}

function valueOf(asked: Question, reply: Reply): string {
  const note = reply.note === undefined ? '' : ` (note: ${reply.note.replace(/\r?\n/g, '\\n')})`;
  if (reply.status === 'skipped') return `(skipped)${note}`;
  const { picks, origin } = reply;
  const values = answerText(asked, reply, (own) => JSON.stringify(own));
  const value = takesSeveral(asked) && picks.length > 0 ? `[${values}]` : values;
  return `${value}${origin === 'auto' ? autoMark : ''}${note}`;
}

/** Returns a question and its reply as the tool's details hold them. */
export function detailsOf(asked: Question, reply: Reply, timedOut: boolean) {
  const custom = reply.status === 'answered' ? reply.custom : undefined;
  const auto = timedOut && reply.status === 'answered' && reply.origin === 'auto';
  return {
    question: asked.prompt,
    options: optionsOf(asked).map(({ label }) => label),
    multi: takesSeveral(asked),
    selectedOptions: reply.status === 'answered' ? reply.picks : [],
    ...(custom === undefined ? {} : { customInput: custom }),
    ...(auto ? { timedOut: true } : {}),
    ...(reply.note === undefined ? {} : { note: reply.note }),
  };
}
