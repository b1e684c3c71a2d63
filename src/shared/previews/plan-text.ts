import type { PlanNote } from './decision.ts';

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

/** Returns a title on one line, cut to the longest that is shown. */
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

/** The beginning of the text for a model whose plan is sent back. */
export const refinementStart = 'Refinement feedback on the plan:';

/** Returns the text for a model whose plan is sent back: the person's notes, grouped by heading. */
export function refinementText(notes: readonly PlanNote[]): string {
  return `${refinementStart}\n\n${groupedNotes(notes)}`.trimEnd();
}

/**
 * Returns notes as Markdown, in the order of the plan, grouped by the heading of their block. Those on the whole plan
 * come first; empty ones are left out.
 */
export function groupedNotes(notes: readonly PlanNote[]): string {
  const said = notes.filter(({ text }) => text.trim() !== '').toSorted((a, b) => orderOf(a) - orderOf(b));
  const groups = new Map<string, string[]>();
  for (const note of said) {
    const heading = note.at === null ? '' : oneLine(note.heading);
    groups.set(heading, [...(groups.get(heading) ?? []), item(note)]);
  }
  return Array.from(groups, ([heading, items]) =>
    [...(heading === '' ? [] : [`## ${heading}`]), ...items].join('\n'),
  ).join('\n\n');
}

/** Replaces the notes on the same blocks, and keeps the others. */
export function joinNotes(notes: readonly PlanNote[], changed: readonly PlanNote[]): PlanNote[] {
  return [...notes.filter((note) => !changed.some(({ at }) => at === note.at)), ...changed];
}

function orderOf({ at }: PlanNote): number {
  return at ?? -1;
}

function item({ quote, heading, text }: PlanNote): string {
  const about = quote === '' || oneLine(quote) === oneLine(heading) ? '' : `“${oneLine(quote)}”: `;
  return `- ${about}${text.trim().replaceAll('\n', '\n  ')}`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
