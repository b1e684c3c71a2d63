import { closeSync, copyFileSync, openSync, writeSync } from 'node:fs';
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { canOpen, currentVersion } from '../version.ts';
import { type Frame, openPages, type PagedFile, readWalFile } from '../wal/read-wal.ts';

/** A row read from a page, with its values in the order of the columns. */
type LeafRow = { rowid: number; values: SQLInputValue[] };

type PageOf = (number: number) => Buffer | undefined;

const leafOfTable = 13;
const interiorOfTable = 5;

/** The first page has the file header before its own. */
const startOf = (number: number) => (number === 1 ? 100 : 0);

function isTableLeaf(page: Buffer, number: number): boolean {
  return page.readUInt8(startOf(number)) === leafOfTable;
}

/** Returns the pages below an interior page of a table; none for any other page. */
function childrenOf(page: Buffer, number: number): number[] {
  const start = startOf(number);
  if (page.readUInt8(start) !== interiorOfTable) return [];
  const cells = cellsOf(page, start, 12).filter((offset) => offset + 4 <= page.length);
  return [...cells.map((offset) => page.readUInt32BE(offset)), page.readUInt32BE(start + 8)];
}

/**
 * Reads each row of a leaf page on its own, so that an unreadable one costs no other
 * (https://www.sqlite.org/fileformat2.html#b_tree_pages).
 */
function* rowsOfLeaf(page: Buffer, number: number, pageOf: PageOf): Generator<LeafRow, void, void> {
  for (const offset of cellsOf(page, startOf(number), 8)) {
    let row: LeafRow | undefined;
    try {
      row = rowAt(page, offset, pageOf);
    } catch {
      // No row is left here.
    }
    if (row !== undefined) yield row;
  }
}

function cellsOf(page: Buffer, start: number, headSize: number): number[] {
  const count = Math.min(page.readUInt16BE(start + 3), Math.floor((page.length - start - headSize) / 2));
  return Array.from({ length: count }, (_, index) => page.readUInt16BE(start + headSize + index * 2));
}

function rowAt(page: Buffer, offset: number, pageOf: PageOf): LeafRow {
  const size = varintAt(page, offset);
  const rowid = varintAt(page, size.end);
  const length = Number(size.value);
  const payload = readPayload(page, { offset: rowid.end, length }, pageOf);
  return { rowid: Number(BigInt.asIntN(64, rowid.value)), values: valuesOf(payload) };
}

/** A longer row continues on overflow pages, each of which names the next. */
function readPayload(
  page: Buffer,
  { offset, length }: { offset: number; length: number },
  pageOf: PageOf,
): Buffer {
  const local = localLength(length, page.length);
  if (offset + local > page.length) throw new RangeError('The row leaves its page.');
  const pieces = [page.subarray(offset, offset + local)];
  let missing = length - local;
  let next = missing > 0 ? page.readUInt32BE(offset + local) : 0;
  const seen = new Set<number>();
  while (missing > 0) {
    const overflow = seen.has(next) ? undefined : pageOf(next);
    if (overflow === undefined) throw new RangeError('The rest of the row is not there.');
    seen.add(next);
    pieces.push(overflow.subarray(4, Math.min(overflow.length, 4 + missing)));
    missing -= overflow.length - 4;
    next = overflow.readUInt32BE(0);
  }
  return Buffer.concat(pieces);
}

function localLength(length: number, pageSize: number): number {
  if (length <= pageSize - 35) return length;
  const least = Math.floor(((pageSize - 12) * 32) / 255) - 23;
  const fitting = least + ((length - least) % (pageSize - 4));
  return fitting <= pageSize - 35 ? fitting : least;
}

function valuesOf(payload: Buffer): SQLInputValue[] {
  const head = varintAt(payload, 0);
  const values: SQLInputValue[] = [];
  let offset = Number(head.value);
  if (offset > payload.length) throw new RangeError('The row has no values.');
  for (let place = head.end; place < Number(head.value); ) {
    const type = varintAt(payload, place);
    const { value, length } = valueAt(payload, offset, Number(type.value));
    values.push(value);
    offset += length;
    place = type.end;
  }
  if (offset !== payload.length) throw new RangeError('The row has another length.');
  return values;
}

const integerLengths = [0, 1, 2, 3, 4, 6, 8];
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function valueAt(bytes: Buffer, offset: number, type: number): { value: SQLInputValue; length: number } {
  if (type === 0) return { value: null, length: 0 };
  if (type === 8 || type === 9) return { value: type - 8, length: 0 };
  if (type === 7) return { value: bytes.readDoubleBE(offset), length: 8 };
  const integer = integerLengths[type];
  const length = integer ?? (type >= 12 ? Math.floor((type - 12) / 2) : Number.NaN);
  if (!(offset + length <= bytes.length)) throw new RangeError('The value leaves its row.');
  const piece = bytes.subarray(offset, offset + length);
  if (integer !== undefined) return { value: integerOf(piece), length };
  return { value: type % 2 === 0 ? piece : utf8.decode(piece), length };
}

function integerOf(bytes: Buffer): number | bigint {
  if (bytes.length < 8) return bytes.readIntBE(0, bytes.length);
  const value = bytes.readBigInt64BE(0);
  return Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

/** A varint: one to nine bytes, the ninth with eight bits, the others with seven. */
function varintAt(bytes: Buffer, offset: number): { value: bigint; end: number } {
  let value = 0n;
  for (let index = 0; index < 9; index += 1) {
    const byte = bytes.readUInt8(offset + index);
    if (index === 8) return { value: (value << 8n) | BigInt(byte), end: offset + 9 };
    value = (value << 7n) | BigInt(byte & 0x7f);
    if (byte < 0x80) return { value, end: offset + index + 1 };
  }
  throw new RangeError('The number has no end.');
}

/**
 * A damaged database and its WAL in one file, read only. `bad` are the damaged pages of the WAL; the image has
 * older ones in their place. `lost` counts committed pages that are missing or damaged.
 */
export type DatabaseImage = { file: string; bad: Frame[]; lost: number };

/**
 * Writes a damaged database and all of its WAL, also behind the damage, into the file `image`; where nothing has
 * to be joined, the database is its own image. The file header is written anew, since all that is needed of it is
 * the same in every database.
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

type Pages = { pages: PagedFile; usable: readonly Frame[]; first: Buffer };

function writeImage(file: string, image: string, { pages: { pageSize, count }, usable, first }: Pages): void {
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

/** Compares the header but for the fields that each write changes. */
function hasHead(first: Buffer, pageSize: number): boolean {
  const head = headOf(first, pageSize, 0);
  return [
    [0, 18],
    [20, 24],
    [44, 48],
    [52, 64],
  ].every(([from, to]) => head.subarray(from, to).equals(first.subarray(from, to)));
}

/** Makes the header of a database without WAL (https://www.sqlite.org/fileformat2.html#the_database_header). */
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

/**
 * `isWhole`: SQLite read it to the end. `add` returns false for a row that does not fit or is there already.
 */
type CopiedTable = {
  name: string;
  isWhole: boolean;
  add(rowid: number, values: readonly SQLInputValue[]): boolean;
};

/**
 * Adds rows that SQLite does not find: from every page of the image that no sound table leads to, and from the
 * damaged pages of the WAL. A page does not name its table; a row goes to the first one that it fits.
 */
export function addLostRows(
  damaged: DatabaseSync | undefined,
  image: DatabaseImage,
  tables: readonly CopiedTable[],
): void {
  const torn = tables.filter(({ isWhole }) => !isWhole);
  if (torn.length === 0 && image.bad.length === 0) return;
  const pages = openPages(image.file);
  try {
    const owners = ownersOf(damaged, pages);
    const free = freePages(pages);
    const addRows = (number: number, content: Buffer | undefined, among: readonly CopiedTable[]) => {
      const owner = owners.get(number);
      const into = owner === undefined ? among : among.filter(({ name }) => name === owner);
      if (content === undefined || into.length === 0 || !isTableLeaf(content, number)) return;
      for (const { rowid, values } of rowsOfLeaf(content, number, pages.page))
        into.some((table) => table.add(rowid, values));
    };
    for (let number = 1; number <= pages.count; number += 1)
      if (owners.has(number) || !free.has(number)) addRows(number, pages.page(number), torn);
    for (const { page, content } of image.bad) addRows(page, content, tables);
  } finally {
    pages.close();
  }
}

/** Returns the table of each page that its root page leads to. */
function ownersOf(damaged: DatabaseSync | undefined, pages: PagedFile): Map<number, string> {
  const owners = new Map<number, string>([[1, 'sqlite_schema']]);
  for (const { name, root } of rootsOf(damaged)) {
    const waiting = [root];
    for (let number = waiting.pop(); number !== undefined; number = waiting.pop()) {
      const page = owners.has(number) ? undefined : pages.page(number);
      if (page === undefined) continue;
      owners.set(number, name);
      waiting.push(...childrenOf(page, number));
    }
  }
  return owners;
}

function rootsOf(damaged: DatabaseSync | undefined): { name: string; root: number }[] {
  try {
    const rows =
      damaged?.prepare(`SELECT name, rootpage FROM sqlite_schema WHERE type = 'table'`).all() ?? [];
    return rows.map(({ name, rootpage }) => ({ name: String(name), root: Number(rootpage) }));
  } catch {
    return [];
  }
}

/** Pages of deleted rows, which must stay deleted, are on the free list. */
function freePages(pages: PagedFile): Set<number> {
  const free = new Set<number>();
  let trunk = pages.page(1)?.readUInt32BE(32) ?? 0;
  while (trunk !== 0 && !free.has(trunk)) {
    const page = pages.page(trunk);
    if (page === undefined) break;
    free.add(trunk);
    const count = Math.min(page.readUInt32BE(4), page.length / 4 - 2);
    for (let index = 0; index < count; index += 1) free.add(page.readUInt32BE(8 + index * 4));
    trunk = page.readUInt32BE(0);
  }
  return free;
}
