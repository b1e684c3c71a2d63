import { lstat } from 'node:fs/promises';
import { openRegular, type OpenedFile } from './text-file.ts';
import { ToolError } from './tool-error.ts';
import { errorCode } from '../../shared/thrown-error.ts';

/** The largest file that is changed, in bytes. */
const largest = 1_000_000;

/**
 * The text of a file as it is now, its byte order mark included; null where nothing is. Throws a
 * ToolError for what is no text file, or too large. `name` is how the model calls it.
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

/** The same, and undefined for what is no text file, or too large. */
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
  const text = bytes.includes(0) ? undefined : decode(bytes);
  if (text === undefined) throw new ToolError(`${name} is not a text file, so it is left alone.`);
  return text;
}

/** Throws a ToolError where a text is too large to become a file. */
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

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function tooLarge(name: string, size: number): string {
  return `${name} has ${(size / 1_000_000).toFixed(1)} MB; files above ${largest / 1_000_000} MB are left alone.`;
}
