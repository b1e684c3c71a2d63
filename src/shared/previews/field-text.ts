export const byteOrderMark = '\uFEFF';

/** A text as a text field shows it: every line end is `\n`, and a byte order mark is left out. */
export function asFieldText(text: string): string {
  return withoutMark(text).replace(/\r\n?/g, '\n');
}

export function withoutMark(text: string): string {
  return text.startsWith(byteOrderMark) ? text.slice(1) : text;
}
