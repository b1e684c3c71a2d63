/** One answered question parsed from the result text of `ask_user_question`, unescaped. */
type Answered = { question: string; answer: string; note: string | null; auto: boolean };

/** The outcome of an ask's questions, each list in the order the questions were asked. */
export type Answers = { answered: Answered[]; skipped: string[] };

const opening = 'User has answered your questions';
const closing = ". You can now continue with the user's answers in mind.";
const skippedMark = '. Skipped by the user: ';
const autoMark = ' (auto-selected after timeout)';

/**
 * Reads what `ask_user_question` gives back for answered questions (questions.md §4.1); undefined
 * for any other text. Quotes stand unescaped only around questions and answers, also next to notes.
 */
export function parseAnswered(text: string): Answers | undefined {
  if (!text.startsWith(opening)) return undefined;
  const result: Answers = { answered: [], skipped: [] };
  const tokens = [...text.matchAll(/"((?:[^"\\]|\\[^])*)"((?:[^"\\]|\\[^])*)/g)];
  for (let index = 0; index < tokens.length; index += 1) {
    const [, question = '', after = ''] = tokens[index] ?? [];
    if (after !== '=') {
      result.skipped.push(unescape(question));
      continue;
    }
    index += 1;
    const [, answer = '', rest = ''] = tokens[index] ?? [];
    result.answered.push({ question: unescape(question), answer: unescape(answer), ...remarks(rest) });
  }
  return result;
}

function remarks(rest: string): { note: string | null; auto: boolean } {
  const ending = [closing, skippedMark, ', '].find((mark) => rest.endsWith(mark)) ?? '';
  const remark = rest.slice(0, rest.length - ending.length);
  const auto = remark.startsWith(autoMark);
  const note = /^ \(note: ([^]*)\)$/.exec(auto ? remark.slice(autoMark.length) : remark)?.[1];
  return { auto, note: note === undefined ? null : unescape(note) };
}

function unescape(text: string): string {
  return text.replace(/\\([^])/g, (_, character: string) => (character === 'n' ? '\n' : character));
}
