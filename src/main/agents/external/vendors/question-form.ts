import type { Answered, Option, Outcome, Question, Reply } from '../../../../shared/questions/questions.ts';
import type { FormField } from '../protocol.schema.ts';

/**
 * A form of an agent as questions for a person; `answer` gives their outcome the form that the agent reads. `carries` is
 * false where that has no field for all of it, which then goes into the next prompt as text. The agent `worksOn` meanwhile,
 * or waits for `patience` milliseconds at most.
 */
export type QuestionForm<Answer = FormAnswer> = {
  questions: Question[];
  worksOn?: boolean;
  patience?: number;
  answer(outcome: Outcome): Answer;
  carries?(outcome: Outcome): boolean;
};

/** The answer to a form. Declined, the agent goes on without it; cancelled, its call fails. */
export type FormAnswer =
  | { action: 'accept'; content: Record<string, string | string[]> }
  | { action: 'decline' }
  | { action: 'cancel' };

type Choice = { value: string; label: string; description?: string; preview?: string };

type PreviewOf = (meta: Record<string, unknown> | undefined) => string | undefined;

/**
 * Returns the choices of a field, in whichever of the four ways they are written; undefined where it has none. `previewOf`
 * reads the preview in the `_meta` of a choice.
 */
export function choicesOf(
  field: FormField,
  previewOf: PreviewOf = () => undefined,
): { multiple: boolean; choices: Choice[] } | undefined {
  const { items } = field;
  const toChoice = (choice: FormChoice) => readChoice(choice, previewOf);
  if (field.oneOf !== undefined) return { multiple: false, choices: field.oneOf.map(toChoice) };
  if (field.enum !== undefined) return { multiple: false, choices: named(field.enum, field.enumNames) };
  const titled = items?.anyOf ?? items?.oneOf;
  if (titled !== undefined) return { multiple: true, choices: titled.map(toChoice) };
  if (items?.enum !== undefined) return { multiple: true, choices: named(items.enum, items.enumNames) };
  return undefined;
}

type FormChoice = NonNullable<FormField['oneOf']>[number];

function readChoice({ const: value, title, description, _meta }: FormChoice, previewOf: PreviewOf): Choice {
  const preview = previewOf(_meta);
  return {
    value,
    label: title ?? value,
    ...(description !== undefined && { description }),
    ...(preview !== undefined && { preview }),
  };
}

function named(values: readonly string[], names: readonly string[] | undefined): Choice[] {
  return values.map((value, index) => ({ value, label: names?.[index] ?? value }));
}

/** Returns the choices as options of a question; equal labels get what tells them apart. */
export function optionsOf(choices: readonly Choice[]): Option[] {
  const first = new Map(choices.toReversed().map((choice) => [choice.label, choice]));
  const labels = distinctLabels(
    choices.map((choice) =>
      first.get(choice.label) === choice ? choice.label : `${choice.label} (${choice.value})`,
    ),
  );
  return choices.map(({ label, description, preview }, index) => ({
    label: labels[index] ?? label,
    ...(description !== undefined && { description }),
    ...(preview !== undefined && { preview }),
  }));
}

/** Returns the labels with a number behind each that is the same as one before: a pick goes by its label. */
export function distinctLabels(labels: readonly string[]): string[] {
  const taken = new Set<string>();
  const numbers = new Map<string, number>();
  return labels.map((label) => {
    let free = label;
    // Goes on counting where the last one of the label ended, so that thousands of them take no time.
    let number = numbers.get(label) ?? 2;
    for (; taken.has(free); number += 1) free = `${label} ${number}`;
    numbers.set(label, number);
    taken.add(free);
    return free;
  });
}

/** Returns the values of the options that were picked. */
export function pickedValues(
  { picks }: Pick<Answered, 'picks'>,
  choices: readonly Choice[],
  options: Option[],
): string[] {
  return picks.flatMap((pick) => choices[options.findIndex(({ label }) => label === pick)]?.value ?? []);
}

/** Returns the picks and texts of a reply, also of one that skips its question. */
export function answerOf(reply: Reply): {
  picks: string[];
  custom?: string | undefined;
  note?: string | undefined;
} {
  return reply.status === 'skipped' ? { picks: [], note: reply.note } : reply;
}

/** Returns all that a person wrote beside their picks. */
export function writtenBeside({ custom, note }: Pick<Answered, 'custom' | 'note'>): string | undefined {
  const texts = [custom, note].filter((text) => text !== undefined && text.trim() !== '');
  return texts.length === 0 ? undefined : texts.join('\n');
}

/** Returns an outcome as a text, for an agent that no longer waits for the answer. */
export function outcomeText(questions: readonly Question[], outcome: Outcome): string {
  switch (outcome.type) {
    case 'answered':
    case 'supplied':
      return outcome.replies
        .map((reply) => {
          const prompt = questions.find(({ id }) => id === reply.questionId)?.prompt ?? reply.questionId;
          return `${prompt}\n${replyText(reply)}`;
        })
        .join('\n\n');
    case 'replied':
      return outcome.text;
    case 'declined':
      return outcome.reason === undefined
        ? 'I would rather not answer your questions.'
        : `I would rather not answer your questions: ${outcome.reason}`;
    case 'cancelled':
      return 'I did not answer your questions.';
  }
}

function replyText(reply: Reply): string {
  if (reply.status === 'skipped') return reply.note ?? '(no answer)';
  const { picks, custom, note } = reply;
  const answer = [...picks, ...(custom === undefined ? [] : [custom])].join(', ');
  return note === undefined ? answer : `${answer} (${note})`;
}
