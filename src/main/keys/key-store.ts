import { join } from 'node:path';
import { type KeyStorage, type ProviderId, providerIdSchema } from '../../shared/providers/provider.ts';
import { createSecretFile, type Seal, type SecretFile } from './secret-file.ts';

/** Stores the keys a person entered. */
export interface KeyStore extends SecretFile<ProviderId> {
  readonly storage: KeyStorage;
  /** What this host seals secrets with. */
  readonly seal?: Seal | undefined;
}

/** Stores keys in a file of the data folder, sealed where the host has a seal. */
export function createKeyStore(dataDir: string, seal?: Seal): KeyStore {
  const file = join(dataDir, 'keys.json');
  const storage = { kind: seal === undefined ? 'file' : 'system', file } as const;
  return { storage, seal, ...createSecretFile(file, providerIdSchema, seal) };
}
