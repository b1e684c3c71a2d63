import { safeStorage } from 'electron';
import { createKeyStore, type KeyStore, type Seal } from '../keys/key-store.ts';

/**
 * Keys sealed by the system's key chain; without one (where Electron on Linux falls back to a fixed password)
 * they are in a private file. To be called once Electron is ready.
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
