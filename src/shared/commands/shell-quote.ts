/** Returns a word in the quotes that a shell needs. */
export function shellQuoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Returns a program with its arguments as a line for a shell. */
export function quotedLine(words: readonly string[]): string {
  return words.map(shellQuoted).join(' ');
}
