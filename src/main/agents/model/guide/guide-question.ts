import { inShort } from './answered-text.ts';

export type Option = { label: string; description: string };

/** One question in the shape of `ask_user_question`. */
export type GuideQuestion = { question: string; header: string; multiSelect: boolean; options: Option[] };

/** Returns a question with one answer; its first option is the recommended one. */
export function single(header: string, question: string, options: Option[]): GuideQuestion {
  return { question, header, multiSelect: false, options: recommendFirst(options) };
}

/** Returns a question with any number of answers; its first option is the recommended one. */
export function several(header: string, question: string, options: Option[]): GuideQuestion {
  return { question, header, multiSelect: true, options: recommendFirst(options) };
}

function recommendFirst(options: Option[]): Option[] {
  return options.map((option, index) => {
    return index === 0 ? { ...option, label: `${option.label} (Recommended)` } : option;
  });
}

export function option(label: string, description: string): Option {
  return { label, description: inShort(description, 190) };
}
