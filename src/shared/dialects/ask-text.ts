import type { Reply } from '../questions/outcome.ts';
import type { Question } from '../questions/question.ts';
import { type Answered, autoMark } from './reply-text.ts';

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

/** Result text of `ask` for several questions: a line for each. */
export function formatMany(results: readonly { asked: Question; reply: Reply }[]): string {
  return [
    'User answers:',
    ...results.map(({ asked, reply }) => `${asked.id}: ${valueOf(asked, reply)}`),
  ].join('\n');
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
