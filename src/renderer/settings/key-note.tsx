import type { KeyStorage } from '../../shared/providers/provider.ts';

/** Says plainly how keys lie on this machine. */
export function KeyNote({ storage }: { storage: KeyStorage }) {
  switch (storage.kind) {
    case 'system':
      return (
        <p className="text-minor text-secondary">
          Keys are encrypted with your system’s own key store, and are never shown again.
        </p>
      );
    case 'file':
      return (
        <p className="text-minor text-secondary wrap-anywhere">
          Keys are kept unencrypted in {storage.file}, which only you can read. They are never shown again.
        </p>
      );
  }
}
