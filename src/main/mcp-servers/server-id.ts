import { z } from 'zod';

const partsSchema = z.tuple([z.string().nullable(), z.string()]);

/** A server of a file; `folder` is null for the person's own. */
type ServerName = { folder: string | null; name: string };

/** Returns the id of a server of a file. */
export function idOf(folder: string | null, name: string): string {
  return JSON.stringify([folder, name]);
}

/** Returns what an id was made of; of any other text, a server that no file has. */
export function partsOfId(id: string): ServerName {
  try {
    const parts = partsSchema.safeParse(JSON.parse(id));
    if (parts.success) {
      const [folder, name] = parts.data;
      return { folder, name };
    }
  } catch {
    // Below.
  }
  return { folder: null, name: id };
}
