import { createHash } from 'node:crypto';
import { constants, type FileHandle, lstat, open } from 'node:fs/promises';
import { errorCode } from '../../shared/thrown-error.ts';
import { kindOf } from '../entry-kind.ts';
import type { StagedFile } from '../storage/action-store.ts';

/** The largest content that is kept, in bytes. */
export const largestBlob = 50_000_000;

/** Returns a stored content by its git hash. */
export type ReadBlob = (name: string) => Promise<Buffer>;

/** Returns the name that git gives a content, git-hash-object(1). */
export function blobName(content: Uint8Array, algorithm: 'sha1' | 'sha256' = 'sha1'): string {
  return createHash(algorithm).update(`blob ${content.length}\0`).update(content).digest('hex');
}

/**
 * Returns a file's current content in the form that a change has it: its text, or its hash; null for no file,
 * undefined for what fits neither.
 */
export async function contentNow(
  path: string,
  { path: name, blobs }: Pick<StagedFile, 'path' | 'blobs'>,
): Promise<string | null | undefined> {
  return blobs ? blobNow(path) : textOrOther(path, name);
}

async function blobNow(path: string): Promise<string | null | undefined> {
  const file = await openRegular(path).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  });
  if (file === null) return null;
  if ('kind' in file) return undefined;
  try {
    return file.size > largestBlob ? undefined : blobName(await file.handle.readFile());
  } finally {
    await file.handle.close();
  }
}

/** Returns the bytes or text to write for a change's content. */
export async function contentToWrite(
  { readBlob }: { readBlob?: ReadBlob },
  { blobs }: StagedFile,
  content: string,
): Promise<string | Buffer> {
  if (!blobs) return content;
  if (readBlob === undefined) throw new Error('There are no kept contents to write.');
  return readBlob(content);
}

/** The largest file that is changed, in bytes. */
const largest = 1_000_000;

/**
 * Returns the current text of a file, with its byte order mark; null for no file. Throws a ToolError for a file
 * that is not text or too large. `name` is the model's name for it.
 */
export async function currentText(path: string, name: string): Promise<string | null> {
  if (!(await isThere(path))) return null;
  const file = await openRegular(path);
  if ('kind' in file) throw new ToolError(`${name} is a ${file.kind}, not a text file, so it is left alone.`);
  try {
    return await read(file, name);
  } finally {
    await file.handle.close();
  }
}

/** The same, but undefined for a file that is not text or too large. */
export async function textOrOther(path: string, name: string): Promise<string | null | undefined> {
  try {
    return await currentText(path, name);
  } catch (error) {
    if (error instanceof ToolError) return undefined;
    throw error;
  }
}

async function read({ handle, size }: OpenedFile, name: string): Promise<string> {
  if (size > largest) throw new ToolError(tooLarge(name, size));
  const bytes = await handle.readFile();
  if (bytes.length > largest) throw new ToolError(tooLarge(name, bytes.length));
  const text = bytes.includes(0) ? undefined : decodeText(bytes);
  if (text === undefined) throw new ToolError(`${name} is not a text file, so it is left alone.`);
  return text;
}

/** Throws a ToolError for a text that is too large for a file. */
export function refuseTooLarge(text: string, name: string): void {
  const size = Buffer.byteLength(text);
  if (size > largest) throw new ToolError(tooLarge(name, size));
}

async function isThere(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
}

function decodeText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function tooLarge(name: string, size: number): string {
  return `${name} has ${(size / 1_000_000).toFixed(1)} MB; files above ${largest / 1_000_000} MB are left alone.`;
}

/** An expected failure of a tool; its message is exactly what the model reads. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
}

export type OpenedFile = { handle: FileHandle; size: number };

const chunkBytes = 65_536;

/**
 * Opens a regular file for reading; the caller closes it. Anything else (a folder, pipe, device, or a link put
 * there meanwhile) is answered with its kind, and never waited for.
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

/** Yields a file as text; ends early with `binary` if it is not UTF-8. */
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

/** Returns the text of a file of at most `maxBytes`; undefined for a larger or binary file. */
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
