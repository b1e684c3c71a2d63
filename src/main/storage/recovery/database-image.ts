import { closeSync, copyFileSync, openSync, writeSync } from 'node:fs';
import { canOpen, currentVersion } from '../migrations/migrations.ts';
import { openPages, type PagedFile, readWalFile } from '../wal/wal-file.ts';
import type { Frame } from '../wal/read-wal.ts';

/**
 * A damaged database with its WAL in one file, to be read only. `bad` are the pages of the WAL that are not
 * as they were written; in the image an older one stands in their place. `lost` counts what was committed and
 * is not there for sure.
 */
export type DatabaseImage = { file: string; bad: Frame[]; lost: number };

/**
 * Puts a damaged database and whatever its WAL holds, also behind the damage, into the file `image`; where
 * there is nothing to put together, the database is its own image. The fixed head of the file is written
 * anew: nothing in it is needed that isn't the same in every database.
 */
export function createImage(file: string, image: string): DatabaseImage {
  const log = readWalFile(file);
  const pages = openPages(file);
  try {
    const frames = (log?.frames ?? []).filter(({ content }) => content.length === pages.pageSize);
    const bad = frames.filter(({ state }) => state === 'bad');
    // The database may be far smaller than it was, down to nothing: what is sound tells how many pages it had.
    const known = frames.reduce(
      (most, { page, state }) => (state === 'sound' ? Math.max(most, page) : most),
      pages.count,
    );
    const usable = frames.filter(
      ({ page, state }) => state !== 'bad' && page > 0 && page <= known + frames.length,
    );
    const first = pages.page(1) ?? Buffer.alloc(pages.pageSize);
    const isAlone = usable.length === 0 && hasHead(first, pages.pageSize);
    if (!isAlone) writeImage(file, image, { pages, usable, first });
    return { file: isAlone ? file : image, bad, lost: log?.lost ?? 0 };
  } finally {
    pages.close();
  }
}

type Parts = { pages: PagedFile; usable: readonly Frame[]; first: Buffer };

function writeImage(file: string, image: string, { pages: { pageSize, count }, usable, first }: Parts): void {
  copyFileSync(file, image);
  const descriptor = openSync(image, 'r+');
  try {
    for (const { page, content } of usable)
      writeSync(descriptor, content, 0, pageSize, (page - 1) * pageSize);
    const newest = usable.findLast(({ page }) => page === 1)?.content ?? first;
    const all = usable.reduce((most, { page }) => Math.max(most, page), count);
    writeSync(descriptor, headOf(newest, pageSize, all), 0, 100, 0);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * True when a first page begins as that of every database, apart from the fields that each writing changes.
 */
function hasHead(first: Buffer, pageSize: number): boolean {
  const head = headOf(first, pageSize, 0);
  return [
    [0, 18],
    [20, 24],
    [44, 48],
    [52, 64],
  ].every(([from, to]) => head.subarray(from, to).equals(first.subarray(from, to)));
}

/** The head of a database that is read only, without a WAL (https://www.sqlite.org/fileformat2.html#the_database_header). */
function headOf(firstPage: Buffer, pageSize: number, count: number): Buffer {
  const head = Buffer.alloc(100);
  head.write('SQLite format 3\0', 'latin1');
  head.writeUInt16BE(pageSize === 65_536 ? 1 : pageSize, 16);
  head.set([1, 1, 0, 64, 32, 32], 18);
  const version = firstPage.readUInt32BE(60);
  const [same, schemaFormat, utf8] = [1, 4, 1];
  for (const [offset, value] of [
    [24, same],
    [28, count],
    [40, same],
    [44, schemaFormat],
    [56, utf8],
    [60, canOpen(version) ? version : currentVersion],
    [92, same],
  ] as const)
    head.writeUInt32BE(value, offset);
  head.set(firstPage.subarray(32, 40), 32);
  return head;
}
