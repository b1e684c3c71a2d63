/**
 * Returns whether the asker says of a raw property that its value is a secret: in its `_meta`, by the format
 * `password`, or as one that is written and never read.
 */
export function isSecret(property: unknown): boolean {
  if (typeof property !== 'object' || property === null) return false;
  return Object.entries(property).some(
    ([name, value]) =>
      (name === 'format' && value === 'password') ||
      (name === 'writeOnly' && value === true) ||
      (name === '_meta' && marksSecret(value)),
  );
}

/** Agents put the mark under a name of their own, so it counts at any depth. */
function marksSecret(meta: unknown): boolean {
  if (typeof meta !== 'object' || meta === null) return false;
  return Object.entries(meta).some(([name, value]) =>
    name === 'isSecret' || name === 'secret' ? value === true : marksSecret(value),
  );
}
