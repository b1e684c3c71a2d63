/** A part of an element's height that was in sight, in fractions of it. */
export type SeenPart = readonly [from: number, to: number];

/** Adds a part; parts that meet, but for `gap`, become one. */
export function withPart(parts: readonly SeenPart[], [from, to]: SeenPart, gap = 0): readonly SeenPart[] {
  const met = parts.filter(([start, end]) => start <= to + gap && from <= end + gap);
  const apart = parts.filter((part) => !met.includes(part));
  const joined: SeenPart = [
    Math.min(from, ...met.map(([start]) => start)),
    Math.max(to, ...met.map(([, end]) => end)),
  ];
  return [...apart, joined].toSorted(([one], [other]) => one - other);
}

/** Returns where the first part begins that was not in sight yet; null where all was, but for `gap`. */
export function firstUnseen(parts: readonly SeenPart[], gap = 0): number | null {
  const [first] = parts;
  if (first === undefined || first[0] > gap) return 0;
  return first[1] >= 1 - gap ? null : first[1];
}
