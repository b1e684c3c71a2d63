import { plainText } from '../../../shared/markdown/plain-text.ts';
import { pastTitle } from '../../../shared/questions/question-text.ts';
import type { Ask } from '../../../shared/transcript/transcript.ts';

/** Returns what the one-line row of an ended card begins with: the only question, or who asked. */
export function lineOrigin(ask: Ask): string {
  const [only] = ask.questions.length === 1 ? ask.questions : [];
  return only === undefined ? pastTitle(ask) : firstLineOf(only.prompt);
}

/** Up to how many characters a text may be all semi-bold. */
const loudLength = 240;

/** Returns the style of a prompt: a long one would be a wall of semi-bold. */
export function promptStyle(prompt: string): 'loud' | 'loud-start' | 'plain' {
  if (prompt.length <= loudLength) return 'loud';
  const [first = ''] = prompt.trim().split(/\n\s*\n/, 1);
  return first.length <= loudLength ? 'loud-start' : 'plain';
}

/** The first line of a prompt without its Markdown. */
export function firstLineOf(prompt: string): string {
  const [line = ''] = prompt.trim().split('\n', 1);
  return plainText(line) || line;
}

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** Returns the direction of a text by its first letter, as `dir="auto"` would, for elements beside the text. */
export function directionOf(text: string): 'ltr' | 'rtl' {
  const [letter = ''] = /\p{L}/u.exec(text) ?? [];
  return rightToLeft.test(letter) ? 'rtl' : 'ltr';
}
