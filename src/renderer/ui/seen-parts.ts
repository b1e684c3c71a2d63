/** A part of an element's height that was in sight, in fractions of it. */
export type SeenPart = readonly [from: number, to: number];

/** Adds a part; parts less than `gap` apart are merged. */
export function withPart(parts: readonly SeenPart[], [from, to]: SeenPart, gap = 0): readonly SeenPart[] {
  const met = parts.filter(([start, end]) => start <= to + gap && from <= end + gap);
  const apart = parts.filter((part) => !met.includes(part));
  const joined: SeenPart = [
    Math.min(from, ...met.map(([start]) => start)),
    Math.max(to, ...met.map(([, end]) => end)),
  ];
  return [...apart, joined].toSorted(([one], [other]) => one - other);
}

/** Returns where the first unseen part begins; null where all was seen, ignoring gaps up to `gap`. */
export function firstUnseen(parts: readonly SeenPart[], gap = 0): number | null {
  const [first] = parts;
  if (first === undefined || first[0] > gap) return 0;
  return first[1] >= 1 - gap ? null : first[1];
}
