import { z } from 'zod';

/** Reads a JSON column by its schema; a null column is null. Throws when the stored value is not of it. */
export function fromJson<Schema extends z.ZodType>(schema: Schema, column: unknown): z.infer<Schema> | null {
  return column === null ? null : schema.parse(JSON.parse(z.string().parse(column)));
}

/** Returns the schema of a JSON column that is never null. */
export function jsonColumn<Schema extends z.ZodType>(schema: Schema) {
  return z.string().transform((text): z.infer<Schema> => schema.parse(JSON.parse(text)));
}

/** Returns the schema of a JSON column that may be null. */
export function nullableJsonColumn<Schema extends z.ZodType>(schema: Schema) {
  return z.unknown().transform((column) => fromJson(schema, column));
}

/** Writes a JSON column; undefined and null are stored as null. */
export function toJson(value: unknown): string | null {
  return value === undefined || value === null ? null : JSON.stringify(value);
}
