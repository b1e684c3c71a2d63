import { z } from 'zod';

/** Reads a JSON column by its schema; a null column is null. Throws when the stored value is not of it. */
export function fromJson<Schema extends z.ZodType>(schema: Schema, column: unknown): z.infer<Schema> | null {
  return column === null ? null : schema.parse(JSON.parse(z.string().parse(column)));
}

/** Writes a JSON column; undefined and null are stored as null. */
export function toJson(value: unknown): string | null {
  return value === undefined || value === null ? null : JSON.stringify(value);
}
