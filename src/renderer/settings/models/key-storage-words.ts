import type { KeyStorage } from '../../../shared/providers/provider.ts';

export function keyStorageWords({ kind, file }: KeyStorage): string {
  switch (kind) {
    case 'system':
      return 'Keys are encrypted with your system’s own key store, and never shown again.';
    case 'file':
      return `Keys are kept unencrypted in ${file}, which only you can read, and never shown again.`;
  }
}
