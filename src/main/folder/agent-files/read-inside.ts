import { realpath } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import { errorCode } from '../../../shared/thrown-error.ts';
import { readSmallText } from '../text-file.ts';

/** `outside`: it leads out of the folder. `unreadable`: no regular text file of the size, or not readable. */
export type InsideText = { type: 'text'; text: string } | { type: 'missing' | 'outside' | 'unreadable' };

/** Reads a UTF-8 text file that lies in a folder once links are followed; at most `maxBytes` of it. */
export async function readInside(
  root: string,
  path: string,
  maxBytes: number,
  signal = AbortSignal.timeout(2_000),
): Promise<InsideText> {
  try {
    const [place, inside] = await Promise.all([realpath(path), realpath(root)]);
    const way = relative(inside, place);
    if (way === '..' || way.startsWith(`..${sep}`)) return { type: 'outside' };
    const text = await readSmallText(place, maxBytes, signal);
    return text === undefined ? { type: 'unreadable' } : { type: 'text', text };
  } catch (error) {
    const code = errorCode(error);
    return { type: code === 'ENOENT' || code === 'ENOTDIR' ? 'missing' : 'unreadable' };
  }
}
