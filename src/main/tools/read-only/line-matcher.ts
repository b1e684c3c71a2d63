/** The length of a line that a pattern is matched against, in UTF-16 units. */
const maxPatternLine = 10_000;

/** Matches a line; `note` is a text for the model about the reading of the pattern. */
export type LineMatcher = { matches(line: string): boolean; note: string | null };

/**
 * A matcher that takes time linear in the line, whatever the pattern: RE2's syntax, without
 * lookarounds and backreferences. A pattern it cannot read is searched for as plain text. Case
 * counts only when the query has a capital letter.
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
