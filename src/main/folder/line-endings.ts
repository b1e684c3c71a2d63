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
