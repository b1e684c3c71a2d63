import { z } from 'zod';
import { type Database, jsonColumn } from './database.ts';

const filesSchema = z.record(z.string(), z.string());

export const trustRowSchema = z.lazy(() =>
  z.object({
    folder: z.string(),
    identity: z.string(),
    trusted: z.number().transform((value) => value === 1),
    files: jsonColumn(filesSchema),
    decided_at: z.number(),
  }),
);

/**
 * The person's decision about a folder. `identity` is which folder stood at its path, `files` are the hashes of
 * what they were shown, by path.
 */
export type StoredTrust = {
  folder: string;
  identity: string;
  trusted: boolean;
  files: Record<string, string>;
  decidedAt: number;
};

export type TrustStore = ReturnType<typeof createTrustStore>;

/** All is on the disk on return. */
export function createTrustStore({ durable }: Database) {
  const all = durable.prepare('SELECT * FROM folder_trust ORDER BY decided_at DESC, folder');
  const one = durable.prepare('SELECT * FROM folder_trust WHERE folder = ?');
  const write = durable.prepare(
    'INSERT OR REPLACE INTO folder_trust (folder, identity, trusted, files, decided_at) VALUES (?, ?, ?, ?, ?)',
  );
  const remove = durable.prepare('DELETE FROM folder_trust WHERE folder = ?');

  function read(row: unknown): StoredTrust {
    const { decided_at: decidedAt, ...rest } = trustRowSchema.parse(row);
    return { ...rest, decidedAt };
  }

  return {
    /** Newest first. */
    list: (): StoredTrust[] => all.all().map(read),
    get(folder: string): StoredTrust | undefined {
      const row = one.get(folder);
      return row === undefined ? undefined : read(row);
    },
    save({ folder, identity, trusted, files, decidedAt }: StoredTrust): void {
      write.run(folder, identity, trusted ? 1 : 0, JSON.stringify(files), decidedAt);
    },
    /** Returns false where there is none. */
    remove: (folder: string): boolean => Number(remove.run(folder).changes) > 0,
  };
}
