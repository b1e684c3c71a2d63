import { constants, type FileHandle, lstat, open } from 'node:fs/promises';
import { kindOf } from '../entry-kind.ts';

export type OpenedFile = { handle: FileHandle; size: number };

const chunkBytes = 65_536;

/**
 * Opens a regular file for reading; the caller closes it. Anything else that has a path (a folder,
 * a pipe, a device, a link put there in between) is answered with its kind and never waited for.
 */
export async function openRegular(path: string): Promise<OpenedFile | { kind: string }> {
  const before = await lstat(path);
  if (!before.isFile()) return { kind: kindOf(before) };
  const { O_RDONLY, O_NONBLOCK, O_NOFOLLOW } = constants;
  const handle = await open(path, O_RDONLY | (O_NONBLOCK ?? 0) | (O_NOFOLLOW ?? 0));
  const stats = await handle.stat();
  if (stats.isFile()) return { handle, size: stats.size };
  await handle.close();
  return { kind: kindOf(stats) };
}

/** The pieces of a file as text; ends early with `binary` when it is not UTF-8 text. */
export async function* textPieces(
  { handle }: OpenedFile,
  signal: AbortSignal,
): AsyncGenerator<string, 'end' | 'binary'> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const buffer = Buffer.allocUnsafe(chunkBytes);
  for (;;) {
    signal.throwIfAborted();
    const { bytesRead } = await handle.read(buffer, 0, chunkBytes);
    const bytes = buffer.subarray(0, bytesRead);
    if (bytes.includes(0)) return 'binary';
    const text = decode(decoder, bytes, bytesRead > 0);
    if (text === undefined) return 'binary';
    if (text !== '') yield text;
    if (bytesRead === 0) return 'end';
  }
}

/** The text of a file of at most `maxBytes`; undefined for anything larger or not a text file. */
export async function readSmallText(
  path: string,
  maxBytes: number,
  signal: AbortSignal,
): Promise<string | undefined> {
  const file = await openRegular(path);
  if ('kind' in file) return undefined;
  try {
    return file.size > maxBytes ? undefined : await wholeText(file, maxBytes, signal);
  } finally {
    await file.handle.close();
  }
}

async function wholeText(
  file: OpenedFile,
  maxBytes: number,
  signal: AbortSignal,
): Promise<string | undefined> {
  const pieces = textPieces(file, signal);
  let text = '';
  for (;;) {
    const next = await pieces.next();
    if (next.done) return next.value === 'binary' ? undefined : text;
    text += next.value;
    if (text.length > maxBytes) return undefined;
  }
}

function decode(
  decoder: InstanceType<typeof TextDecoder>,
  bytes: Uint8Array,
  stream: boolean,
): string | undefined {
  try {
    return decoder.decode(bytes, { stream });
  } catch {
    return undefined;
  }
}
