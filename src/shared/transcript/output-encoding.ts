/** An encoding as people write it: `Windows-1252`, `UTF-16`, `EUC-JP`. */
function encodingName(encoding: string): string {
  if (encoding.startsWith('utf-16')) return 'UTF-16';
  return encoding.startsWith('windows') ? `W${encoding.slice(1)}` : encoding.toUpperCase();
}

/**
 * Takes the encodings of an output other than UTF-8, by their names in the Encoding Standard, and `binary` for bytes of
 * no text. Returns what it was read as, null where nothing else was text, and whether it has bytes of no text.
 */
export function readEncodings(encodings: readonly string[]): { readAs: string | null; hasBinary: boolean } {
  const names = new Set(encodings.filter((one) => one !== 'binary').map(encodingName));
  return {
    readAs: names.size === 0 ? null : [...names].join(' and '),
    hasBinary: encodings.includes('binary'),
  };
}
