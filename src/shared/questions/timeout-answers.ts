import { draftOf, isAnswered, mergeDraft } from './answer-draft.ts';
import type { Draft } from './draft.ts';
import type { Question } from './question.ts';

/**
 * True if a timeout may ever answer an ask: it needs something to choose. A yes or no is a confirmation and
 * is never given by a clock.
 */
export function canTimeOut(questions: readonly Question[]): boolean {
  return questions.some((question) => choiceOf(question) !== undefined);
}

/** The entries with what a timeout chooses for each choice that is open, marked as such. */
export function withTimeoutPicks(draft: Draft, questions: readonly Question[]): Draft {
  const chosen = questions.flatMap((question) => {
    const label = choiceOf(question);
    if (label === undefined || isAnswered(draft, question)) return [];
    return [{ ...draftOf(draft, question.id), picks: [label], otherChosen: false, auto: true }];
  });
  return mergeDraft(draft, chosen);
}

/** The recommended option, else the first. */
function choiceOf({ kind, options, recommended }: Question): string | undefined {
  if (kind !== 'choice') return undefined;
  const wished = recommended === undefined ? undefined : options[recommended];
  return (wished ?? options[0])?.label;
}
