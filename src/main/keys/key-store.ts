import { join } from 'node:path';
import { z } from 'zod';
import { type KeyStorage, type ProviderId, providerIdSchema } from '../../shared/providers/provider.ts';
import { readDataFile, setAside } from '../storage/data-file.ts';
import { writePrivateFile } from '../storage/private-file.ts';

export interface SecretFile<Name extends string> {
  read(name: Name): string | undefined;
  /** Also those whose secrets `read` can't open. */
  names(): string[];
  /** The new path of a file that could not be parsed. */
  readonly setAside: string | undefined;
  /** Undefined removes the secret. On the disk when it resolves. */
  write(name: Name, secret: string | undefined): Promise<void>;
}

/** Encrypts text for this person on this machine; `open` returns undefined where it can't. */
export type Seal = { seal(text: string): string; open(sealed: string): string | undefined };

/** The keys that the person entered, by provider. */
export interface KeyStore extends SecretFile<ProviderId> {
  readonly storage: KeyStorage;
  /** What goes along with requests to a provider, as JSON; kept like the keys, since it may hold some. */
  readonly parameters: SecretFile<ProviderId>;
  /** Undefined where the host has none. */
  readonly seal?: Seal | undefined;
}

export function createKeyStore(dataDir: string, seal?: Seal): KeyStore {
  const file = join(dataDir, 'keys.json');
  const storage = { kind: seal === undefined ? 'file' : 'system', file } as const;
  const parameters = createSecretFile(join(dataDir, 'provider-parameters.json'), providerIdSchema, seal);
  return { storage, seal, parameters, ...createSecretFile(file, providerIdSchema, seal) };
}

const entrySchema = z.object({ sealed: z.boolean(), value: z.string() });

type Entries = Partial<Record<string, z.infer<typeof entrySchema>>>;

/**
 * Stores secrets in a file that only this person can read, sealed where the host has a seal. A secret that
 * another host sealed reads as undefined, and stays until it is replaced.
 */
export function createSecretFile<Name extends string>(
  file: string,
  nameSchema: z.ZodType<Name, Name>,
  seal?: Seal,
): SecretFile<Name> {
  const stored = readEntries(file, nameSchema);
  let { entries } = stored;
  let writing: Promise<void> = Promise.resolve();
  return {
    read(name) {
      const entry = entries[name];
      return entry?.sealed === true ? seal?.open(entry.value) : entry?.value;
    },
    names: () => Object.keys(entries),
    setAside: stored.setAside,
    async write(name, secret) {
      const change = async () => {
        const next = withSecret(entries, name, { secret, seal });
        await writePrivateFile(file, JSON.stringify(next));
        entries = next;
      };
      const done = writing.then(change);
      writing = done.catch(() => {});
      await done;
    },
  };
}

function withSecret(
  entries: Entries,
  name: string,
  { secret, seal }: { secret: string | undefined; seal: Seal | undefined },
): Entries {
  const { [name]: _, ...others } = entries;
  if (secret === undefined) return others;
  const value = seal === undefined ? secret : seal.seal(secret);
  return { ...others, [name]: { sealed: seal !== undefined, value } };
}

type Stored = { entries: Entries; setAside: string | undefined };

/**
 * A file that can't be parsed is set aside, never overwritten. Throws StorageError for one that can't be read.
 */
function readEntries(file: string, nameSchema: z.ZodType<string, string>): Stored {
  const text = readDataFile(file);
  if (text === undefined) return { entries: {}, setAside: undefined };
  try {
    const entries = z.partialRecord(nameSchema, entrySchema).parse(JSON.parse(text));
    return { entries, setAside: undefined };
  } catch {
    return { entries: {}, setAside: setAside(file) };
  }
}
