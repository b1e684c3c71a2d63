import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { errorCode } from '../../shared/thrown-error.ts';
import { openRegular } from '../folder/file-content.ts';

/** In bytes. */
const largestFile = 5_000_000;

/** Returns the current text of a file, if it has the hash it was trusted with. */
export async function readTrusted(folder: string, file: string, hash: string): Promise<string | undefined> {
  const read = await readWhole(join(folder, file));
  return read.type === 'read' && hashOf(read.bytes) === hash ? read.bytes.toString('utf8') : undefined;
}

/** `problem` is a sentence for a person. */
export type Read =
  | { type: 'read'; bytes: Buffer }
  | { type: 'missing' }
  | { type: 'not-used'; why: 'link' | 'too-large' | 'unreadable'; problem: string };

/** Returns the content of a file; a link, or a file that is too large or unreadable, is a problem. */
export async function readWhole(path: string): Promise<Read> {
  try {
    const opened = await openRegular(path);
    if ('kind' in opened) {
      const why = opened.kind === 'link' ? 'link' : 'unreadable';
      return { type: 'not-used', why, problem: `It is a ${opened.kind}.` };
    }
    try {
      if (opened.size > largestFile)
        return { type: 'not-used', why: 'too-large', problem: 'It is larger than 5 MB.' };
      return { type: 'read', bytes: await opened.handle.readFile() };
    } finally {
      await opened.handle.close();
    }
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')) return { type: 'missing' };
    return { type: 'not-used', why: 'unreadable', problem: `The system says ${errorCode(error) ?? 'no'}.` };
  }
}

/** Returns the hash that a file is trusted by. */
export function hashOf(content: Buffer | string): string {
  return createHash('sha256').update(content).digest('hex');
}
