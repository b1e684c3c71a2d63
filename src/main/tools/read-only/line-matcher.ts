/** How much of a line a pattern is matched against, in UTF-16 units. */
const maxPatternLine = 10_000;

/** `note` tells the model how the pattern was understood. */
export type LineMatcher = { matches(line: string): boolean; note: string | null };

/**
 * Returns a matcher whose time is linear in the line, whatever the pattern: RE2's syntax, without lookarounds and
 * backreferences. An unreadable pattern is searched for as plain text. Case matters only if the query has a
 * capital letter.
 */
export async function lineMatcher(query: string, regex: boolean): Promise<LineMatcher> {
  const ignoreCase = query === query.toLowerCase();
  if (!regex) return plain(query, ignoreCase, null);
  const { RE2JS } = await import('re2js');
  try {
    const pattern = RE2JS.compile(query, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
    return { matches: (line) => pattern.matcher(line.slice(0, maxPatternLine)).find(), note: null };
  } catch {
    return plain(query, ignoreCase, unreadable);
  }
}

const unreadable =
  'The pattern could not be used (lookarounds and backreferences are not supported), so it was searched for as plain text.';

function plain(query: string, ignoreCase: boolean, note: string | null): LineMatcher {
  const matches = ignoreCase
    ? (line: string) => line.toLowerCase().includes(query)
    : (line: string) => line.includes(query);
  return { matches, note };
}
