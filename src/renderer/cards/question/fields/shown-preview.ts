import type { QuestionDraft } from '../../../../shared/questions/draft.ts';
import type { Question } from '../../../../shared/questions/question.ts';

/**
 * Returns the index of the option whose preview is shown: the one the person looks at, else the last one
 * picked, else the recommended one, else the first that has a preview; null if none has.
 */
export function shownPreview(
  { options, recommended }: Question,
  { picks }: QuestionDraft,
  lookedAt: number | null,
): number | null {
  const first = options.findIndex(({ preview }) => preview);
  if (first < 0) return null;
  const picked = options.findIndex(({ label }) => label === picks.at(-1));
  const preferred = lookedAt ?? (picked < 0 ? recommended : picked);
  return preferred !== undefined && preferred in options ? preferred : first;
}
