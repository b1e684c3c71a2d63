import { endianness } from 'node:os';
import { areEqual, type Checksum, checksumOf } from './wal-checksum.ts';

/** The fixed part of a WAL (https://www.sqlite.org/fileformat2.html#walformat). */
export type WalHeader = {
  /** SQLite ignores the whole WAL where its header is not sound. */
  isSound: boolean;
  isLittleEndian: boolean;
  pageSize: number;
  salts: string;
  /** The frames' checksums begin with this one. */
  checksum: Checksum;
  /** The checksum of the header's bytes, as opposed to the one that is stored in it. */
  computed: Checksum;
};

export const headerSize = 32;
const frameHeaderSize = 24;
const version = 3_007_000;

/** One place of a log: a page as a transaction left it. */
export type Slot = {
  page: number;
  /** The number of pages of the database after the transaction that this frame ends; 0 in all other frames. */
  commit: number;
  salts: string;
  checksum: Checksum;
  /** All that the checksum covers: the number of the page and the commit mark, then the page. */
  covered: Buffer;
};

export function readHeader(wal: Buffer): WalHeader {
  const magic = wal.readUInt32BE(0);
  const isLittleEndian = (magic & 1) === 0;
  const computed = checksumOf(wal.subarray(0, 24), isLittleEndian, [0, 0]);
  const checksum = checksumAt(wal, 24);
  const pageSize = wal.readUInt32BE(8);
  return {
    isSound:
      magic >>> 1 === 0x377f0682 >>> 1 &&
      wal.readUInt32BE(4) === version &&
      isPageSize(pageSize) &&
      areEqual(computed, checksum),
    isLittleEndian,
    pageSize,
    salts: saltsAt(wal, 16),
    checksum,
    computed,
  };
}

export function isPageSize(size: number): boolean {
  return size >= 512 && size <= 65_536 && (size & (size - 1)) === 0;
}

/** Every place of the WAL that is there in full, whatever is in it. */
export function readSlots(wal: Buffer, pageSize: number): Slot[] {
  const size = frameHeaderSize + pageSize;
  const count = Math.max(0, Math.floor((wal.length - headerSize) / size));
  return Array.from({ length: count }, (_, index) => {
    const frame = wal.subarray(headerSize + index * size, headerSize + (index + 1) * size);
    return {
      page: frame.readUInt32BE(0),
      commit: frame.readUInt32BE(4),
      salts: saltsAt(frame, 8),
      checksum: checksumAt(frame, 16),
      covered: Buffer.concat([frame.subarray(0, 8), frame.subarray(frameHeaderSize)]),
    };
  });
}

function saltsAt(bytes: Buffer, offset: number): string {
  return bytes.toString('hex', offset, offset + 8);
}

function checksumAt(bytes: Buffer, offset: number): Checksum {
  return [bytes.readUInt32BE(offset), bytes.readUInt32BE(offset + 4)];
}

/** The number of committed frames by the index that the last writer left beside a WAL (https://www.sqlite.org/walformat.html). */
type WalIndex = { frames: number; salts: string };

const indexHeaderSize = 48;

/**
 * Reads the index of a WAL, `parley.db-shm`: after the end of a process it tells exactly how many frames
 * were committed. Undefined where there is none, or one that nobody finished writing.
 */
export function readWalIndex(shm: Buffer | undefined): WalIndex | undefined {
  if (shm === undefined || shm.length < indexHeaderSize * 2) return undefined;
  const [header, copy] = [
    shm.subarray(0, indexHeaderSize),
    shm.subarray(indexHeaderSize, indexHeaderSize * 2),
  ];
  const isLittleEndian = endianness() === 'LE';
  const read = (offset: number) =>
    isLittleEndian ? header.readUInt32LE(offset) : header.readUInt32BE(offset);
  const isWhole =
    header.equals(copy) &&
    header.readUInt8(12) === 1 &&
    areEqual(checksumOf(header.subarray(0, 40), isLittleEndian, [0, 0]), [read(40), read(44)]);
  return isWhole ? { frames: read(16), salts: header.toString('hex', 32, 40) } : undefined;
}
