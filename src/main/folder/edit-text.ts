import { originalText, shownText, spliced } from './line-ends.ts';

/** `oldText` must occur exactly once in the current text. */
type TextEdit = { oldText: string; newText: string };

type EditedText = { ok: true; text: string } | { ok: false; problem: string };

/**
 * Makes replacements one after another in a text with normalised line ends; everything else stays byte for byte.
 * `name` is the model's name for the file.
 */
export function editText(name: string, text: string, edits: readonly TextEdit[]): EditedText {
  let shown = shownText(text);
  for (const [index, edit] of edits.entries()) {
    const { text: oldText } = shownText(edit.oldText);
    const count = oldText === '' ? 0 : shown.text.split(oldText).length - 1;
    if (count !== 1) return { ok: false, problem: miss(name, index, oldText, count) };
    const start = shown.text.indexOf(oldText);
    shown = spliced(shown, [{ start, end: start + oldText.length, text: edit.newText }]);
  }
  return { ok: true, text: originalText(shown) };
}

function miss(name: string, index: number, oldText: string, count: number): string {
  const which = `edits[${index}].oldText`;
  if (oldText === '') return `${which} is empty. Use write_file for a new file.`;
  return count === 0
    ? `${which} was not found in ${name}. Read the file and give the text exactly as it stands there.`
    : `${which} stands ${count} times in ${name}. Give more of its surroundings, so that it stands only once.`;
}
