import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { isPageSize } from './wal-format.ts';
import { readWal, type WalReading } from './read-wal.ts';

/** The size that SQLite gives pages unless told otherwise, and that every database of Parley has. */
const usualPageSize = 4_096;

/** A database read page by page, as it lies in the file. */
export type PagedFile = {
  pageSize: number;
  count: number;
  page(number: number): Buffer | undefined;
  close(): void;
};

/** Opens the pages of a file. The size of a page is the usual one where the file doesn't tell it. */
export function openPages(file: string): PagedFile {
  const descriptor = openSync(file, 'r');
  const { size } = fstatSync(descriptor);
  const stored = Buffer.alloc(2);
  readSync(descriptor, stored, 0, 2, 16);
  const storedSize = stored.readUInt16BE(0) === 1 ? 65_536 : stored.readUInt16BE(0);
  const pageSize = isPageSize(storedSize) ? storedSize : usualPageSize;
  return {
    pageSize,
    count: Math.ceil(size / pageSize),
    page(number) {
      const page = Buffer.alloc(pageSize);
      const offset = (number - 1) * pageSize;
      return offset >= 0 && offset < size && readSync(descriptor, page, 0, pageSize, offset) > 0
        ? page
        : undefined;
    },
    close: () => closeSync(descriptor),
  };
}

/** A WAL with the bytes that it was read from. */
export type WalFile = WalReading & { bytes: Buffer };

/** Reads the WAL beside a database; undefined where there is none, and none is missing. */
export function readWalFile(file: string): WalFile | undefined {
  const shm = readIfThere(`${file}-shm`);
  const wal = readIfThere(`${file}-wal`);
  if (wal === undefined && shm === undefined) return undefined;
  const bytes = wal ?? Buffer.alloc(0);
  const pages = openPages(file);
  try {
    return { ...readWal(bytes, { shm, pageSize: pages.pageSize, page: pages.page }), bytes };
  } finally {
    pages.close();
  }
}

/** The `user_version` of a database by its newest first page, read without SQLite. */
export function versionIn(file: string, log: WalReading): number {
  const pages = openPages(file);
  const inLog = log.frames.findLast(({ page, state }) => page === 1 && state === 'sound')?.content;
  const first = inLog ?? pages.page(1);
  pages.close();
  return first?.readUInt32BE(60) ?? 0;
}

function readIfThere(file: string): Buffer | undefined {
  return existsSync(file) ? readFileSync(file) : undefined;
}
