/** A server of a file; `folder` is null for the person's own. */
type ServerName = { folder: string | null; name: string };

/** Returns the id of a server of a file. */
export function idOf(folder: string | null, name: string): string {
  return JSON.stringify([folder, name]);
}

/** Returns what an id was made of; of any other text, a server that no file has. */
export function partsOfId(id: string): ServerName {
  try {
    const parts: unknown = JSON.parse(id);
    if (Array.isArray(parts) && parts.length === 2) {
      const [folder, name]: unknown[] = parts;
      if (typeof name === 'string' && (folder === null || typeof folder === 'string'))
        return { folder, name };
    }
  } catch {
    // Below.
  }
  return { folder: null, name: id };
}
