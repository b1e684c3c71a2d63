import { optionsOf, takesOwnWords, takesSeveral } from './question-kinds.ts';
import type {
  Answer,
  Answered,
  Draft,
  Origin,
  Outcome,
  Question,
  QuestionDraft,
  Reply,
} from './questions.ts';

/** The person's entries for a question; empty ones where it was not touched. */
export function draftOf(draft: Draft, questionId: string): QuestionDraft {
  return (
    draft.find((entry) => entry.questionId === questionId) ?? {
      questionId,
      picks: [],
      otherChosen: false,
      other: '',
      note: '',
    }
  );
}

/**
 * Picks an option, or takes the pick back. A single pick replaces the one before and Other; of several, a
 * label picked again goes to the end.
 */
export function togglePick(draft: Draft, question: Question, label: string): Draft {
  const entry = ownEntry(draft, question);
  const others = entry.picks.filter((pick) => pick !== label);
  const picked = others.length < entry.picks.length;
  switch (question.kind) {
    case 'text':
      return draft;
    case 'choice':
    case 'yesno':
      return takesSeveral(question)
        ? withEntry(draft, { ...entry, picks: picked ? others : [...others, label] })
        : withEntry(draft, { ...entry, picks: picked ? [] : [label], otherChosen: false });
  }
}

/** Chooses Other, or leaves it. Its text stays; in a single-select question a text replaces the pick. */
export function toggleOther(draft: Draft, question: Question): Draft {
  return withEntry(
    draft,
    withOther(draft, question, { otherChosen: !draftOf(draft, question.id).otherChosen }),
  );
}

/** Types into Other, which chooses it; for a text question this is the answer itself. */
export function typeOther(draft: Draft, question: Question, other: string): Draft {
  return withEntry(draft, withOther(draft, question, { other, otherChosen: true }));
}

/** Choosing Other keeps the picks, and the mark of a timeout, until something is typed there. */
function withOther(draft: Draft, question: Question, change: Partial<QuestionDraft>): QuestionDraft {
  const { skipped: _, ...entry } = { ...draftOf(draft, question.id), ...change };
  if (!entry.otherChosen || entry.other.trim() === '') return entry;
  const { auto: __, ...own } = entry;
  return takesSeveral(question) ? own : { ...own, picks: [] };
}

/** True where Other is what a single-select question shows as chosen. */
export function isOtherMarked({ picks, otherChosen }: QuestionDraft): boolean {
  return otherChosen && picks.length === 0;
}

/** Leaves a question open on purpose: clears its answer, and keeps the typed texts. */
export function skipQuestion(draft: Draft, question: Question): Draft {
  return withEntry(draft, { ...ownEntry(draft, question), picks: [], otherChosen: false, skipped: true });
}

export function typeNote(draft: Draft, question: Question, note: string): Draft {
  return withEntry(draft, { ...draftOf(draft, question.id), note });
}

export function isSkipped(draft: Draft, question: Question): boolean {
  return draftOf(draft, question.id).skipped === true;
}

/** True if sending now would answer this question. */
export function isAnswered(draft: Draft, question: Question): boolean {
  const { picks, custom } = answerOf(draft, question);
  return picks.length > 0 || custom !== undefined;
}

/** Returns the answers to send: one for each question that is answered or has a note. */
export function toAnswers(draft: Draft, questions: readonly Question[]): Answer[] {
  return questions
    .map((question) => answerOf(draft, question))
    .filter(({ picks, custom, note }) => picks.length > 0 || custom !== undefined || note !== undefined);
}

function answerOf(draft: Draft, question: Question): Answer {
  const { picks, otherChosen, other, note, auto } = draftOf(draft, question.id);
  return {
    questionId: question.id,
    picks,
    ...(otherChosen && other.trim() !== '' ? { custom: other } : {}),
    ...(note.trim() === '' ? {} : { note }),
    ...(auto === true ? { auto } : {}),
  };
}

/** Returns an entry that is about to be changed by hand: no longer skipped, nor chosen by a timeout. */
function ownEntry(draft: Draft, question: Question): QuestionDraft {
  const { skipped: _, auto: __, ...entry } = draftOf(draft, question.id);
  return entry;
}

/** Replaces the entries of some questions. */
export function mergeDraft(draft: Draft, entries: Draft): Draft {
  const others = draft.filter(({ questionId }) => !entries.some((entry) => entry.questionId === questionId));
  return [...others, ...entries];
}

function withEntry(draft: Draft, entry: QuestionDraft): Draft {
  return mergeDraft(draft, [entry]);
}

type Checked = { ok: true; outcome: Extract<Outcome, { type: 'answered' }> } | { ok: false; problem: string };

/**
 * Validates the answers of a window, and makes the outcome. A blank custom text is no answer: with picks the picks
 * stand, alone the question is skipped. Refuses, with a sentence that says why:
 * - an answer to a question that was not asked, or a second one to the same question
 * - a label that was not offered, or is picked twice
 * - two picks, or a pick and a text of one's own, where one answer was asked for
 * - a text or a note of one's own where only the options can be chosen
 * `auto` is believed; whoever takes answers from outside checks it first.
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
    const problem = answer === undefined ? null : problemWith(question, answer);
    if (problem !== null) return `"${question.prompt}": ${problem}`;
  }
  return undefined;
}

function problemWith(question: Question, answer: Answer): string | null {
  switch (question.kind) {
    case 'choice':
    case 'yesno':
    case 'text':
      return answerProblem(question, answer);
  }
}

function answerProblem(question: Question, { picks, custom, note }: Answer): string | null {
  const unknown = picks.find((pick) => !optionsOf(question).some(({ label }) => label === pick));
  if (unknown !== undefined) return `"${unknown}" is not one of the options.`;
  if (new Set(picks).size < picks.length) return 'an option is picked twice.';
  if (!takesOwnWords(question) && !(isBlank(custom) && isBlank(note)))
    return 'only the options can be chosen.';
  const given = picks.length + (isBlank(custom) ? 0 : 1);
  return !takesSeveral(question) && given > 1 ? 'only one answer is possible.' : null;
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

/** Picks in the order they were picked, then the person's own text, as `own` writes it. */
export function answerText(
  { kind }: Question,
  { picks, custom }: Answered,
  own = (text: string): string => text,
): string {
  switch (kind) {
    case 'choice':
    case 'yesno':
    case 'text':
      return [...picks, ...(custom === undefined ? [] : [own(custom)])].join(', ');
  }
}

function isBlank(text: string | undefined): boolean {
  return text === undefined || text.trim() === '';
}

/**
 * True if a timeout may ever answer an ask: it needs something to choose. A yes or no is a confirmation and
 * is never given by a clock.
 */
export function canTimeOut(questions: readonly Question[]): boolean {
  return questions.some((question) => choiceOf(question) !== null);
}

/** Picks for each open question what a timeout chooses, marked as such. */
export function withTimeoutPicks(draft: Draft, questions: readonly Question[]): Draft {
  const chosen = questions.flatMap((question) => {
    const label = choiceOf(question);
    if (label === null || isAnswered(draft, question)) return [];
    return [{ ...draftOf(draft, question.id), picks: [label], otherChosen: false, auto: true }];
  });
  return mergeDraft(draft, chosen);
}

/** The recommended option, else the first; null where a clock may not answer. */
function choiceOf(question: Question): string | null {
  switch (question.kind) {
    case 'choice': {
      const { options, recommended } = question;
      const wished = recommended === undefined ? undefined : options[recommended];
      return (wished ?? options[0])?.label ?? null;
    }
    case 'yesno':
    case 'text':
      return null;
  }
}
