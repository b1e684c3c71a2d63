import type { KeyStorage } from '../../shared/providers/provider.ts';

/** Returns where keys are stored, in a sentence. */
export function keyStorageText({ kind, file }: KeyStorage): string {
  switch (kind) {
    case 'system':
      return 'Encrypted by your system’s key store.';
    case 'file':
      return `Stored as plain text in ${file}, readable only by your account.`;
  }
}
