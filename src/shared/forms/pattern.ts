import { RE2JS } from 're2js';

/** Longer patterns are not compiled. */
const longestPattern = 1_000;

/**
 * Returns whether a text has a match of a pattern, in time that grows with the text's length alone; undefined for a
 * pattern that such an engine does not know, such as one with a look-ahead.
 */
export function matchesPattern(pattern: string, text: string): boolean | undefined {
  if (pattern.length > longestPattern) return undefined;
  try {
    return RE2JS.compile(pattern).matcher(text).find();
  } catch {
    return undefined;
  }
}
