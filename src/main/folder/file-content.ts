import { createHash } from 'node:crypto';
import { textOrOther } from './current-text.ts';
import type { KnownFolder } from './folder-handle.ts';
import { openRegular } from './text-file.ts';
import { errorCode } from '../../shared/thrown-error.ts';
import type { StagedFile } from '../storage/action-store.ts';

/** The largest content that is kept, in bytes. */
export const largestBlob = 50_000_000;

/** A folder that is written in; `readBlob` returns a kept content by git's name of it. */
export type WritableFolder = KnownFolder & { readBlob?: (name: string) => Promise<Buffer> };

/** Returns git's name of a content. */
export function blobName(content: Uint8Array): string {
  return createHash('sha1').update(`blob ${content.length}\0`).update(content).digest('hex');
}

/**
 * Returns the content of a file now in the form in which a change has it: its text, or the name of it; null where
 * nothing is, undefined for what can't be in that form.
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

/** Returns what a content of a change is written as. */
export async function contentToWrite(
  { readBlob }: WritableFolder,
  { blobs }: StagedFile,
  content: string,
): Promise<string | Buffer> {
  if (!blobs) return content;
  if (readBlob === undefined) throw new Error('There are no kept contents to write.');
  return readBlob(content);
}
