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

/** The beginning of the text of a person who would rather not answer. */
export const declinedStart = 'User declined to answer these questions.';

/** The text of a person who would rather not answer. */
export function declinedText(reason: string | undefined): string {
  return `${declinedStart}${reason?.trim() ? ` Reason: ${reason}` : ''}`;
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

function valueOf({ multiple }: Question, reply: Reply): string {
  const note = reply.note === undefined ? '' : ` (note: ${reply.note.replace(/\r?\n/g, '\\n')})`;
  if (reply.status === 'skipped') return `(skipped)${note}`;
  const { picks, custom, origin } = reply;
  const own = custom === undefined ? [] : [JSON.stringify(custom)];
  const values = [...picks, ...own];
  const value = multiple && picks.length > 0 ? `[${values.join(', ')}]` : values.join(', ');
  return `${value}${origin === 'auto' ? autoMark : ''}${note}`;
}

/** Returns a question and its reply as the tool's details hold them. */
export function detailsOf({ prompt, options, multiple }: Question, reply: Reply, timedOut: boolean) {
  const custom = reply.status === 'answered' ? reply.custom : undefined;
  const auto = timedOut && reply.status === 'answered' && reply.origin === 'auto';
  return {
    question: prompt,
    options: options.map(({ label }) => label),
    multi: multiple,
    selectedOptions: reply.status === 'answered' ? reply.picks : [],
    ...(custom === undefined ? {} : { customInput: custom }),
    ...(auto ? { timedOut: true } : {}),
    ...(reply.note === undefined ? {} : { note: reply.note }),
  };
}
