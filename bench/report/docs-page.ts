const [from, to] = ['<!-- figures -->', '<!-- /figures -->'];

/** The page with other figures between its two marks. Throws where they are missing. */
export function withFigures(page: string, figures: string): string {
  const [start, end] = [page.indexOf(from), page.indexOf(to)];
  if (start < 0 || end < start) throw new Error(`The page has no ${from} and ${to}.`);
  return `${page.slice(0, start + from.length)}\n\n${figures.trim()}\n\n${page.slice(end)}`;
}
