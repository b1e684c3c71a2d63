import { escapeMarkdown, literalQuote } from '../../../../shared/literal-markdown.ts';

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

/** A text of the person's so that Markdown shows exactly it: inline, or as a block where it has lines. */
export function quoteInMarkdown(text: string): string {
  if (!text.includes('\n')) return `“${escapeMarkdown(text)}”`;
  return `\n\n${literalQuote(text)}\n`;
}

/** A path or a name as inline code; the fence is longer than any run of backticks in it. */
export function codeInMarkdown(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const space = longest > 0 ? ' ' : '';
  return `${fence}${space}${text}${space}${fence}`;
}

/** The beginning of a long text on one line, cut at a word where there is one. */
export function inShort(text: string, length: number): string {
  const line = text.trim().replace(/\s+/g, ' ');
  if (line.length <= length) return line;
  const cut = line.slice(0, length);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), length - 20)).trimEnd()}…`;
}

/** Returns up to five paths as a list in a sentence. */
export function codesInMarkdown(paths: readonly string[]): string {
  const shown = paths.slice(0, 5).map(codeInMarkdown);
  const last = shown.at(-1) ?? '';
  return shown.length < 2 ? last : `${shown.slice(0, -1).join(', ')} and ${last}`;
}
