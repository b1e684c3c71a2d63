/** True if a path has the characters of a query in their order, ignoring case. */
export function hasInOrder(path: string, query: string): boolean {
  const text = path.toLowerCase();
  let at = 0;
  for (const character of query.toLowerCase()) {
    const found = text.indexOf(character, at);
    if (found === -1) return false;
    at = found + character.length;
  }
  return true;
}
