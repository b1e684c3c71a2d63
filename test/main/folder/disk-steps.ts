import fs, { type FileHandle } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

/** Something that is about to be done to the disk. `half` does half of it, where that can be. */
export type DiskStep = { name: string; values: readonly unknown[]; half?: () => Promise<unknown> };

type Watcher = (step: DiskStep) => Promise<void>;

const ofNames = [
  'lstat',
  'mkdir',
  'open',
  'link',
  'readlink',
  'realpath',
  'rename',
  'rmdir',
  'unlink',
] as const;
const ofFiles = ['chmod', 'chown', 'readFile', 'sync'] as const;

/**
 * Emits every step that is about to be taken on the disk, and waits before it, so that a test can come
 * between any two. It replaces `node:fs/promises` in this whole process until it is restored.
 */
export async function watchDisk(watcher: Watcher): Promise<() => void> {
  const prototype = await prototypeOfFiles();
  const before: SubstituteReply = async (name, real, values) => {
    await watcher({ name, values });
    return real(...values);
  };
  const inHalves: SubstituteReply = async (name, real, values) => {
    const text = String(values[0]);
    await watcher({ name, values, half: async () => real(text.slice(0, text.length / 2)) });
    return real(...values);
  };
  const restorers = [
    ...ofNames.map((name) => replaceMethod(fs, name, before)),
    ...ofFiles.map((name) => replaceMethod(prototype, name, before)),
    replaceMethod(prototype, 'writeFile', inHalves),
  ];
  syncBuiltinESMExports();
  return () => {
    for (const restore of restorers) restore();
    syncBuiltinESMExports();
  };
}

async function prototypeOfFiles(): Promise<object> {
  const handle = await fs.open(process.execPath);
  const prototype: unknown = Object.getPrototypeOf(handle);
  await handle.close();
  if (typeof prototype !== 'object' || prototype === null)
    throw new Error('Files are opened in another way.');
  return prototype;
}

type SubstituteReply = (name: string, real: (...values: unknown[]) => unknown, values: unknown[]) => unknown;

function replaceMethod(
  owner: object,
  name: (keyof FileHandle | keyof typeof fs) & string,
  instead: SubstituteReply,
): () => void {
  const real: unknown = Reflect.get(owner, name);
  if (typeof real !== 'function') throw new Error(`There is no method ${name}.`);
  Reflect.set(owner, name, function method(this: unknown, ...values: unknown[]) {
    return instead(name, (...given) => Reflect.apply(real, this, given), values);
  });
  return () => void Reflect.set(owner, name, real);
}
