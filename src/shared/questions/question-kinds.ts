import type { ChoiceQuestion, Option, Question } from './questions.ts';

/** Returns a choice among options; where there are none, a question that is answered in words. */
export function choiceOrText(
  asked: Pick<Question, 'id' | 'prompt' | 'header'>,
  { options, multiple, ...more }: Pick<ChoiceQuestion, 'options' | 'multiple' | 'recommended' | 'closed'>,
): Question {
  if (options.length === 0) return { ...asked, kind: 'text' };
  return { ...asked, kind: 'choice', options, multiple, ...more };
}

const yesAndNo: readonly Option[] = [{ label: 'Yes' }, { label: 'No' }];

/** Returns the options that a person picks from; none for a question that is answered in words. */
export function optionsOf(question: Question): readonly Option[] {
  switch (question.kind) {
    case 'choice':
      return question.options;
    case 'yesno':
      return yesAndNo;
    case 'text':
      return [];
  }
}

/** True if several options can be picked, and words of one's own beside them. */
export function takesSeveral(question: Question): boolean {
  switch (question.kind) {
    case 'choice':
      return question.multiple;
    case 'yesno':
    case 'text':
      return false;
  }
}

/** True if words of one's own are an answer, as Other or as the text that was asked for, and a note can go along. */
export function takesOwnWords(question: Question): boolean {
  switch (question.kind) {
    case 'choice':
      return question.closed !== true;
    case 'yesno':
    case 'text':
      return true;
  }
}
