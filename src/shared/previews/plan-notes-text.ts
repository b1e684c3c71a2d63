import type { PlanNote } from './plan-note.ts';

/** Returns the text for a model whose plan is sent back: the person's notes, grouped by heading. */
export function refinementText(notes: readonly PlanNote[]): string {
  return `Refinement feedback on the plan:\n\n${groupedNotes(notes)}`.trimEnd();
}

/**
 * Notes in the order of the plan, under the headings they stand under. Those on the whole plan come
 * first; empty ones are left out.
 */
export function groupedNotes(notes: readonly PlanNote[]): string {
  const said = notes.filter(({ text }) => text.trim() !== '').toSorted((a, b) => placeOf(a) - placeOf(b));
  const groups = new Map<string, string[]>();
  for (const note of said) {
    const heading = note.at === null ? '' : oneLine(note.heading);
    groups.set(heading, [...(groups.get(heading) ?? []), item(note)]);
  }
  return Array.from(groups, ([heading, items]) =>
    [...(heading === '' ? [] : [`## ${heading}`]), ...items].join('\n'),
  ).join('\n\n');
}

/** Notes with those that changed in their place, one on each block. */
export function joinNotes(notes: readonly PlanNote[], changed: readonly PlanNote[]): PlanNote[] {
  return [...notes.filter((note) => !changed.some(({ at }) => at === note.at)), ...changed];
}

function placeOf({ at }: PlanNote): number {
  return at ?? -1;
}

function item({ quote, heading, text }: PlanNote): string {
  const about = quote === '' || oneLine(quote) === oneLine(heading) ? '' : `“${oneLine(quote)}”: `;
  return `- ${about}${text.trim().replaceAll('\n', '\n  ')}`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
