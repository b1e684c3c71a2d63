import type { Answer, Origin, Outcome, Reply } from './outcome.ts';
import type { Question } from './question.ts';

export type Checked =
  | { ok: true; outcome: Extract<Outcome, { type: 'answered' }> }
  | { ok: false; problem: string };

/**
 * Holds what a window sent against what was asked. A blank custom text is no answer: with picks
 * the picks stand, alone the question is skipped. Refused, with the problem in words: an answer
 * to a question that was not asked or twice to one that was, a label that was not offered or was
 * picked twice, two picks where one was asked for, picks together with Other in a single-select, words of one's own
 * to a closed question.
 * `auto` is believed; who takes answers from outside makes sure of it first.
 */
export function checkAnswers(questions: readonly Question[], answers: readonly Answer[]): Checked {
  const problem = strayAnswer(questions, answers) ?? firstProblem(questions, answers);
  if (problem !== undefined) return { ok: false, problem };
  const replies = questions.map((question) => replyTo(question, answerFor(question, answers)));
  const timedOut = replies.some((reply) => reply.status === 'answered' && reply.origin === 'auto');
  return { ok: true, outcome: { type: 'answered', replies, timedOut } };
}

function answerFor(question: Question, answers: readonly Answer[]): Answer | undefined {
  return answers.find(({ questionId }) => questionId === question.id);
}

function strayAnswer(questions: readonly Question[], answers: readonly Answer[]): string | undefined {
  const seen = new Set<string>();
  for (const { questionId } of answers) {
    if (!questions.some(({ id }) => id === questionId)) return `There is no question "${questionId}".`;
    if (seen.has(questionId)) return `Question "${questionId}" is answered twice.`;
    seen.add(questionId);
  }
  return undefined;
}

function firstProblem(questions: readonly Question[], answers: readonly Answer[]): string | undefined {
  for (const question of questions) {
    const answer = answerFor(question, answers);
    const problem = answer && problemWith(question, answer);
    if (problem !== undefined) return `"${question.prompt}": ${problem}`;
  }
  return undefined;
}

function problemWith({ options, multiple, closed }: Question, answer: Answer): string | undefined {
  const unknown = answer.picks.find((pick) => !options.some(({ label }) => label === pick));
  if (unknown !== undefined) return `"${unknown}" is not one of the options.`;
  if (new Set(answer.picks).size < answer.picks.length) return 'an option is picked twice.';
  if (closed === true && !(isBlank(answer.custom) && isBlank(answer.note)))
    return 'only the options can be chosen.';
  const given = answer.picks.length + (isBlank(answer.custom) ? 0 : 1);
  return !multiple && given > 1 ? 'only one answer is possible.' : undefined;
}

function replyTo({ id: questionId }: Question, answer: Answer | undefined): Reply {
  const note = isBlank(answer?.note) ? {} : { note: answer?.note };
  const custom = isBlank(answer?.custom) ? {} : { custom: answer?.custom };
  const picks = answer?.picks ?? [];
  if (picks.length === 0 && custom.custom === undefined) return { status: 'skipped', questionId, ...note };
  return { status: 'answered', questionId, picks, ...custom, ...note, origin: originOf(picks, answer) };
}

function originOf(picks: readonly string[], answer: Answer | undefined): Origin {
  if (picks.length === 0) return 'typed';
  return answer?.auto === true ? 'auto' : 'picked';
}

function isBlank(text: string | undefined): boolean {
  return text === undefined || text.trim() === '';
}
