import type { SQLInputValue } from 'node:sqlite';

/** A row as it lies in a page of a table, with its values in the order of the columns. */
export type LeafRow = { rowid: number; values: SQLInputValue[] };

type PageOf = (number: number) => Buffer | undefined;

const leafOfTable = 13;
const interiorOfTable = 5;

/** The first page begins with the head of the file. */
const startOf = (number: number) => (number === 1 ? 100 : 0);

export function isTableLeaf(page: Buffer, number: number): boolean {
  return page.readUInt8(startOf(number)) === leafOfTable;
}

/** The pages below an interior page of a table; none below any other. */
export function childrenOf(page: Buffer, number: number): number[] {
  const start = startOf(number);
  if (page.readUInt8(start) !== interiorOfTable) return [];
  const cells = cellsOf(page, start, 12).filter((offset) => offset + 4 <= page.length);
  return [...cells.map((offset) => page.readUInt32BE(offset)), page.readUInt32BE(start + 8)];
}

/**
 * The rows of a page of a table, each on its own: one that can't be read takes no other with it
 * (https://www.sqlite.org/fileformat2.html#b_tree_pages).
 */
export function* rowsOfLeaf(page: Buffer, number: number, pageOf: PageOf): Generator<LeafRow, void, void> {
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

/** Longer rows go on in pages of their own, each of which names the next. */
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

/** A number of one to nine bytes, of which the last has eight bits and the others seven. */
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
