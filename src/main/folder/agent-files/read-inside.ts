import { realpath } from 'node:fs/promises';
import { errorCode } from '../../../shared/thrown-error.ts';
import { type DataFolder, isAtOrUnder } from '../data-folder.ts';
import { openRegular, textPieces } from '../file-content.ts';

/**
 * `whole` is false where only the start was read; `bytes` is the full size. `outside`: it leads out of the folder
 * or into Parley's data folder. `unreadable`: not a regular file, not text, or not permitted.
 */
type InsideText =
  | { type: 'text'; text: string; whole: boolean; bytes: number }
  | { type: 'missing' | 'outside' | 'unreadable' };

/** Reads a UTF-8 text file that lies in a folder after following links: whole lines of at most `maxBytes`. */
export async function readInside(
  { root, dataFolder }: { root: string; dataFolder: DataFolder },
  path: string,
  maxBytes: number,
): Promise<InsideText> {
  try {
    const [place, inside] = await Promise.all([realpath(path), realpath(root)]);
    if (!isAtOrUnder(place, inside) || dataFolder.closedTo(inside)(place)) return { type: 'outside' };
    return await startOf(place, maxBytes);
  } catch (error) {
    const code = errorCode(error);
    return { type: code === 'ENOENT' || code === 'ENOTDIR' ? 'missing' : 'unreadable' };
  }
}

async function startOf(path: string, maxBytes: number): Promise<InsideText> {
  const file = await openRegular(path);
  if ('kind' in file) return { type: 'unreadable' };
  try {
    let text = '';
    const pieces = textPieces(file, AbortSignal.timeout(2_000));
    while (Buffer.byteLength(text) <= maxBytes) {
      const next = await pieces.next();
      if (next.done)
        return next.value === 'binary'
          ? { type: 'unreadable' }
          : { type: 'text', text, whole: true, bytes: file.size };
      text += next.value;
    }
    const start = Buffer.from(text).subarray(0, maxBytes).toString('utf8');
    return {
      type: 'text',
      text: start.slice(0, start.lastIndexOf('\n') + 1),
      whole: false,
      bytes: file.size,
    };
  } finally {
    await file.handle.close();
  }
}
