/** Returns a call's input without the fields that are null, at any depth: models write null for what they leave out. */
export function withoutNulls(input: unknown): unknown {
  if (Array.isArray(input)) return input.map(withoutNulls);
  if (typeof input !== 'object' || input === null) return input;
  return Object.fromEntries(
    Object.entries(input).flatMap(([key, value]) => (value === null ? [] : [[key, withoutNulls(value)]])),
  );
}
