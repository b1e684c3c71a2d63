import fc from 'fast-check';

/** Any JSON value, or one of the given with one of its parts left out, exchanged, doubled or blown up. */
export function distorted(wellFormed: readonly unknown[]): fc.Arbitrary<unknown> {
  const change = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    by: fc.jsonValue({ maxDepth: 3 }),
  });
  const strange = fc.constantFrom<unknown>(
    null,
    '',
    -1,
    1e308,
    [],
    {},
    '\u0000',
    '\ud800',
    '__proto__',
    'constructor',
    'x'.repeat(100_000),
    Array.from({ length: 10_000 }, () => 'x'),
  );
  const nearly = fc
    .tuple(
      fc.constantFrom(...wellFormed),
      fc.array(
        fc.oneof(
          change,
          fc.record({ at: change, by: strange }).map(({ at, by }) => ({ at: at.at, by })),
        ),
        { minLength: 1, maxLength: 3 },
      ),
    )
    .map(([whole, changes]) =>
      changes.reduce((value: unknown, { at, by }) => exchanged(value, at, by), whole),
    );
  return fc.oneof({ weight: 1, arbitrary: fc.jsonValue() }, { weight: 3, arbitrary: nearly });
}

type Slot = { holder: Record<string, unknown> | unknown[]; key: string };

/** A copy with another value in one place, chosen by a number from 0 to 1; `undefined` removes what is there. */
function exchanged(value: unknown, at: number, by: unknown): unknown {
  const copy: unknown = structuredClone(value);
  const slots = slotsOf(copy);
  const slot = slots[Math.min(slots.length - 1, Math.floor(at * slots.length))];
  if (slot === undefined) return by;
  if (Array.isArray(slot.holder)) slot.holder[Number(slot.key)] = by;
  else slot.holder[slot.key] = by;
  return copy;
}

function slotsOf(value: unknown): Slot[] {
  if (Array.isArray(value))
    return value.flatMap((item: unknown, index) => [{ holder: value, key: String(index) }, ...slotsOf(item)]);
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, item]) => [{ holder: value, key }, ...slotsOf(item)]);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
