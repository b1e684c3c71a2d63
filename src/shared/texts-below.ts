/** Joins two texts with a line break, unless one is empty or the first ends with one. */
export function textsBelow(first: string, second: string): string {
  const gap = first === '' || second === '' || first.endsWith('\n') ? '' : '\n';
  return `${first}${gap}${second}`;
}
