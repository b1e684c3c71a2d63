import type { Draft, QuestionDraft } from './draft.ts';
import type { Answer } from './outcome.ts';
import type { Question } from './question.ts';

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
 * Picks an option, or takes the pick back. In a single-select question the pick replaces the
 * former one and Other; in a multi-select one a label picked again goes to the end.
 */
export function togglePick(draft: Draft, question: Question, label: string): Draft {
  const entry = ownEntry(draft, question);
  const others = entry.picks.filter((pick) => pick !== label);
  const picked = others.length < entry.picks.length;
  if (question.multiple) {
    return withEntry(draft, { ...entry, picks: picked ? others : [...others, label] });
  }
  return withEntry(draft, { ...entry, picks: picked ? [] : [label], otherChosen: false });
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

/** A look at Other keeps what was picked, and that a timeout did, until something is typed there. */
function withOther(draft: Draft, question: Question, change: Partial<QuestionDraft>): QuestionDraft {
  const { skipped: _, ...entry } = { ...draftOf(draft, question.id), ...change };
  if (!entry.otherChosen || entry.other.trim() === '') return entry;
  const { auto: __, ...own } = entry;
  return question.multiple ? own : { ...own, picks: [] };
}

/** True where Other is what a single-select question shows as chosen. */
export function isOtherMarked({ picks, otherChosen }: QuestionDraft): boolean {
  return otherChosen && picks.length === 0;
}

/** Leaves a question open on purpose: forgets its answer; the typed texts stay readable in the draft. */
export function skipQuestion(draft: Draft, question: Question): Draft {
  return withEntry(draft, { ...ownEntry(draft, question), picks: [], otherChosen: false, skipped: true });
}

/** Writes the remark beside a question's answer; it is no answer itself. */
export function typeNote(draft: Draft, question: Question, note: string): Draft {
  return withEntry(draft, { ...draftOf(draft, question.id), note });
}

/** True if the person chose to leave this question open. */
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

/** An entry about to be changed by hand: it is no longer skipped, nor what a timeout chose. */
function ownEntry(draft: Draft, question: Question): QuestionDraft {
  const { skipped: _, auto: __, ...entry } = draftOf(draft, question.id);
  return entry;
}

/** A draft in which some questions have newer entries. */
export function mergeDraft(draft: Draft, entries: Draft): Draft {
  const others = draft.filter(({ questionId }) => !entries.some((entry) => entry.questionId === questionId));
  return [...others, ...entries];
}

function withEntry(draft: Draft, entry: QuestionDraft): Draft {
  return mergeDraft(draft, [entry]);
}
