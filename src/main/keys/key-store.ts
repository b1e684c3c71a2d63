import { existsSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type KeyStorage, type ProviderId, providerIdSchema } from '../../shared/providers/provider.ts';
import { writePrivateFile } from '../storage/private-file.ts';

/** Stores the keys a person entered. */
export interface KeyStore {
  readonly storage: KeyStorage;
  read(provider: ProviderId): string | undefined;
  /** Stores a key, or removes it; on the disk when it resolves. */
  write(provider: ProviderId, key: string | undefined): Promise<void>;
}

/** Locks text so that only this person on this machine can open it; `open` gives undefined if it can't. */
export type Seal = { seal(text: string): string; open(sealed: string): string | undefined };

const fileSchema = z.partialRecord(providerIdSchema, z.object({ sealed: z.boolean(), value: z.string() }));

type Entries = z.infer<typeof fileSchema>;

/**
 * Stores keys in a file of the data folder that only this person can read, sealed where the host has a seal.
 * A key that another host sealed counts as none, and stays until it is replaced.
 */
export function createKeyStore(dataDir: string, seal?: Seal): KeyStore {
  const file = join(dataDir, 'keys.json');
  let entries = readEntries(file);
  let writing: Promise<void> = Promise.resolve();
  return {
    storage: { kind: seal === undefined ? 'file' : 'system', file },
    read(provider) {
      const entry = entries[provider];
      return entry?.sealed === true ? seal?.open(entry.value) : entry?.value;
    },
    async write(provider, key) {
      const change = async () => {
        const { [provider]: _, ...others } = entries;
        const value = key === undefined || seal === undefined ? key : seal.seal(key);
        const next: Entries =
          value === undefined ? others : { ...others, [provider]: { sealed: seal !== undefined, value } };
        await writePrivateFile(file, JSON.stringify(next));
        entries = next;
      };
      const done = writing.then(change);
      writing = done.catch(() => {});
      await done;
    },
  };
}

/** A file that can't be read is put aside under another name, never overwritten. */
function readEntries(file: string): Entries {
  if (!existsSync(file)) return {};
  try {
    return fileSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    renameSync(file, `${file}.damaged`);
    return {};
  }
}
