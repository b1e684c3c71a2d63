/** The longest time there is, in seconds: somewhat more than eleven days. */
const longest = 1_000_000;

/**
 * Parses a time in whole seconds, in groups of three or not; an empty text is 0, which is never. Null for
 * any other text: `1.5` is not fifteen.
 */
export function secondsFrom(typed: string): number | null {
  const text = typed.trim();
  if (!/^(\d*|\d{1,3}([\s,.'’]\d{3})+)$/.test(text)) return null;
  const seconds = Number(text.replace(/\D/g, ''));
  return seconds <= longest ? seconds : null;
}

/** A time as its field shows it. */
export function secondsText(seconds: number): string {
  return seconds === 0 ? '' : String(seconds);
}
