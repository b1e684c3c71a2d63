/** The page with other figures where `npm run bench` writes them. Throws where its marks are missing. */
export const withFigures = (page: string, figures: string): string => between('figures', page, figures);

/** The page with other profiles where `npm run bench:profile` writes them. Throws where its marks are missing. */
export const withProfiles = (page: string, profiles: string): string => between('profiles', page, profiles);

function between(mark: string, page: string, text: string): string {
  const [from, to] = [`<!-- ${mark} -->`, `<!-- /${mark} -->`];
  const [start, end] = [page.indexOf(from), page.indexOf(to)];
  if (start < 0 || end < start) throw new Error(`The page has no ${from} and ${to}.`);
  return `${page.slice(0, start + from.length)}\n\n${text.trim()}\n\n${page.slice(end)}`;
}
