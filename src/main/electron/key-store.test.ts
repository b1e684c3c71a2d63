import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';

const chain = vi.hoisted(() => ({ isThere: true, backend: 'gnome_libsecret', isBroken: false }));

vi.mock('electron', () => ({
  safeStorage: {
    isEncryptionAvailable: () => chain.isThere,
    getSelectedStorageBackend: () => chain.backend,
    encryptString: (text: string) => Buffer.from(Buffer.from(text).toString('hex')),
    decryptString(sealed: Buffer) {
      if (chain.isBroken) throw new Error('The key chain was replaced.');
      return Buffer.from(sealed.toString(), 'hex').toString();
    },
  },
}));

const { createDesktopKeyStore } = await import('./key-store.ts');

const stored = (dataDir: string) => readFileSync(join(dataDir, 'keys.json'), 'utf8');

beforeEach(() => {
  Object.assign(chain, { isThere: true, backend: 'gnome_libsecret', isBroken: false });
  vi.spyOn(process, 'platform', 'get').mockReturnValue('linux');
});

test('a key is sealed by the key chain of the system, and read again by the next start', async () => {
  const dataDir = temporaryFolder();
  const keys = createDesktopKeyStore(dataDir);
  await keys.write('openai', 'sk-secret');
  expect(keys.storage.kind).toBe('system');
  expect(stored(dataDir)).not.toContain('sk-secret');
  expect(createDesktopKeyStore(dataDir).read('openai')).toBe('sk-secret');
});

test('a key that the key chain no longer opens counts as none', async () => {
  const dataDir = temporaryFolder();
  await createDesktopKeyStore(dataDir).write('openai', 'sk-secret');
  chain.isBroken = true;
  expect(createDesktopKeyStore(dataDir).read('openai')).toBeUndefined();
});

test.each([
  ['there is no key chain', { isThere: false }],
  ['it would be a fixed password', { backend: 'basic_text' }],
])('a private file holds the keys, and says so, where %s', async (_, without) => {
  Object.assign(chain, without);
  const dataDir = temporaryFolder();
  const keys = createDesktopKeyStore(dataDir);
  await keys.write('openai', 'sk-secret');
  expect(keys.storage.kind).toBe('file');
  expect(stored(dataDir)).toContain('sk-secret');
});

test('a system that has no such password is not asked for it', () => {
  vi.spyOn(process, 'platform', 'get').mockReturnValue('darwin');
  chain.backend = 'basic_text';
  expect(createDesktopKeyStore(temporaryFolder()).storage.kind).toBe('system');
});
