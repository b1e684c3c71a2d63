import { endianness } from 'node:os';
import { areEqual, checksumOf } from './wal-checksum.ts';

/** The number of committed frames by the index that the last writer left beside a WAL (https://www.sqlite.org/walformat.html). */
export type WalIndex = { frames: number; salts: string };

const headerSize = 48;

/**
 * Reads the index of a WAL, `parley.db-shm`: after the end of a process it tells exactly how many frames
 * were committed. Undefined where there is none, or one that nobody finished writing.
 */
export function readWalIndex(shm: Buffer | undefined): WalIndex | undefined {
  if (shm === undefined || shm.length < headerSize * 2) return undefined;
  const [header, copy] = [shm.subarray(0, headerSize), shm.subarray(headerSize, headerSize * 2)];
  const isLittleEndian = endianness() === 'LE';
  const read = (offset: number) =>
    isLittleEndian ? header.readUInt32LE(offset) : header.readUInt32BE(offset);
  const isWhole =
    header.equals(copy) &&
    header.readUInt8(12) === 1 &&
    areEqual(checksumOf(header.subarray(0, 40), isLittleEndian, [0, 0]), [read(40), read(44)]);
  return isWhole ? { frames: read(16), salts: header.toString('hex', 32, 40) } : undefined;
}
