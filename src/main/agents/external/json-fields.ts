export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the first of these fields of a record that is a text and not empty. */
export function textField(value: unknown, ...names: readonly string[]): string | undefined {
  if (!isRecord(value)) return undefined;
  for (const name of names) {
    const field = value[name];
    if (typeof field === 'string' && field !== '') return field;
  }
  return undefined;
}

/** Returns the records in a list that is a field of a value; none where there is no such list. */
export function recordsIn(value: unknown, name: string): Record<string, unknown>[] {
  const list = isRecord(value) ? value[name] : undefined;
  return Array.isArray(list) ? list.filter(isRecord) : [];
}
