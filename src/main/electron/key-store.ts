import { safeStorage } from 'electron';
import { createKeyStore, type KeyStore, type Seal } from '../keys/key-store.ts';

/**
 * Keys sealed by the system's own key chain. Where there is none (on Linux Electron then falls
 * back to a fixed password) they lie in a private file. To be called once Electron is ready.
 */
export const createDesktopKeyStore = (dataDir: string): KeyStore =>
  createKeyStore(dataDir, hasKeyChain() ? keyChain : undefined);

const hasKeyChain = (): boolean =>
  safeStorage.isEncryptionAvailable() &&
  (process.platform !== 'linux' || safeStorage.getSelectedStorageBackend() !== 'basic_text');

const keyChain: Seal = {
  seal: (text) => safeStorage.encryptString(text).toString('base64'),
  open(sealed) {
    try {
      return safeStorage.decryptString(Buffer.from(sealed, 'base64'));
    } catch {
      return undefined;
    }
  },
};
