/** True when every line of a text ends as on Windows; false where it has one line only, or mixed ends. */
export function endsLinesWithCrlf(text: string): boolean {
  return text.includes('\r\n') && !/(?<!\r)\n/.test(text);
}

/** A text with the line ends a model writes. */
export function withLf(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

/** A text with the line ends of Windows, whatever it had. */
export function withCrlf(text: string): string {
  return withLf(text).replaceAll('\n', '\r\n');
}

/** One replacement: `oldText` stands exactly once in the text it is made in. */
type TextEdit = { oldText: string; newText: string };

type EditedText = { ok: true; text: string } | { ok: false; problem: string };

const byteOrderMark = '\uFEFF';

/** Makes replacements one after the other; the line ends stay those of the text. `name` is how the model calls it. */
export function editText(name: string, text: string, edits: readonly TextEdit[]): EditedText {
  const crlf = endsLinesWithCrlf(text);
  const plain = (piece: string) => (crlf ? withLf(piece) : piece);
  let edited = plain(text);
  for (const [index, edit] of edits.entries()) {
    const oldText = plain(edit.oldText);
    const count = oldText === '' ? 0 : edited.split(oldText).length - 1;
    if (count !== 1) return { ok: false, problem: miss(name, index, oldText, count) };
    edited = edited.replace(oldText, () => plain(edit.newText));
  }
  return { ok: true, text: crlf ? withCrlf(edited) : edited };
}

/** A whole new content in the manner of the old one: its line ends, its byte order mark. */
export function withFormatOf(before: string | null, content: string): string {
  if (before === null) return content;
  const text = endsLinesWithCrlf(before) ? withCrlf(content) : content;
  return before.startsWith(byteOrderMark) && !text.startsWith(byteOrderMark) ? byteOrderMark + text : text;
}

function miss(name: string, index: number, oldText: string, count: number): string {
  const which = `edits[${index}].oldText`;
  if (oldText === '') return `${which} is empty. Use write_file for a new file.`;
  return count === 0
    ? `${which} was not found in ${name}. Read the file and give the text exactly as it stands there.`
    : `${which} stands ${count} times in ${name}. Give more of its surroundings, so that it stands only once.`;
}
