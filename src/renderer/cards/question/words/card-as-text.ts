import { draftOf } from '../../../../shared/questions/answer-draft.ts';
import type { Draft } from '../../../../shared/questions/draft.ts';
import type { Reply } from '../../../../shared/questions/outcome.ts';
import type { Question } from '../../../../shared/questions/question.ts';
import { suppliedText } from './card-words.ts';
import type { Ask } from '../../../../shared/transcript/transcript.ts';

/** The whole card as plain text: questions, options with `[x]` where picked, typed answers. */
export function cardAsText(ask: Ask, draft: Draft): string {
  const { questions, settlement } = ask;
  const outcome = settlement?.outcome;
  const text = questions
    .map((question, index) =>
      questionAsText(
        question,
        outcome !== undefined && 'replies' in outcome
          ? given(outcome.replies[index])
          : entered(question, draft),
      ),
    )
    .join('\n\n');
  return outcome?.type === 'supplied' ? `${text}\n\n(${suppliedText(ask)})` : text;
}

type Entry = { picks: readonly string[]; typed: string; note: string };

function given(reply: Reply | undefined): Entry {
  const answered = reply?.status === 'answered' ? reply : undefined;
  return { picks: answered?.picks ?? [], typed: answered?.custom ?? '', note: reply?.note ?? '' };
}

function entered(question: Question, draft: Draft): Entry {
  const { picks, other, note } = draftOf(draft, question.id);
  return { picks, typed: other, note };
}

function questionAsText({ prompt, options }: Question, { picks, typed, note }: Entry): string {
  const lines = options.map(({ label, description }) => {
    const mark = picks.includes(label) ? '[x]' : '[ ]';
    return description ? `${mark} ${label}: ${description}` : `${mark} ${label}`;
  });
  if (typed.trim() !== '') lines.push(`> ${typed}`);
  if (note.trim() !== '') lines.push(`Note: ${note}`);
  // What a line goes on with stands below it, so that a label cannot pass for another option.
  return [prompt, ...lines.map((line) => line.replaceAll('\n', '\n    '))].join('\n');
}
