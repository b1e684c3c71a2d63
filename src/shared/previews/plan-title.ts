/** The longest name a plan's file gets before `-plan.md`, in characters: four bytes each must fit a disk. */
const longestSlug = 60;

/** The longest title that is shown, in characters. */
const longestTitle = 200;

/**
 * The name of the file a plan is kept in: of its title only letters, digits, `_` and `-` are left, and
 * `-` for spaces. Never a path; undefined where no letter and no digit is left.
 */
export function planFileName(title: string): string | undefined {
  const slug = Array.from(title.normalize('NFC').trim().replace(/\s+/g, '-'))
    .filter((character) => /[\p{L}\p{N}_-]/u.test(character))
    .slice(0, longestSlug)
    .join('');
  return /[\p{L}\p{N}]/u.test(slug) ? `${slug}-plan.md` : undefined;
}

/** A plan's title: what the model gave as `title` in `extra`, else its first heading, else `plan`. */
export function planTitle(extra: Record<string, unknown> | undefined, plan: string): string {
  const given = extra?.['title'];
  const title = typeof given === 'string' ? inOneLine(given) : '';
  return title || firstHeading(plan) || 'plan';
}

/** A title on one line, of bearable length. */
export function inOneLine(title: string): string {
  return Array.from(title.replace(/\s+/g, ' ').trim()).slice(0, longestTitle).join('');
}

/** The text of the first heading outside of code; empty where there is none. */
function firstHeading(markdown: string): string {
  let fence: string | null = null;
  for (const line of markdown.split(/\r?\n/)) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence === null && mark !== undefined) fence = mark;
    else if (fence !== null && mark?.startsWith(fence) === true) fence = null;
    const text = fence === null ? /^ {0,3}#{1,6}[ \t]+(.*?)(?:[ \t]+#*)?[ \t]*$/.exec(line)?.[1] : undefined;
    const plain = inOneLine((text ?? '').replace(/[*`]/g, ''));
    if (plain !== '') return plain;
  }
  return '';
}
