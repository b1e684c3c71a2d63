/** The deepest that JSON of an agent or a model is nested: SQLite reads no deeper than 1,000, and writing fills the stack. */
const deepest = 500;

/** Returns true for a JSON value that is nested too deep to be kept. It takes time in proportion to the value. */
export function isNestedTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; depth <= deepest; depth += 1) {
    level = level.flatMap(partsOf);
    if (level.length === 0) return false;
  }
  return true;
}

function partsOf(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value) : [];
}
