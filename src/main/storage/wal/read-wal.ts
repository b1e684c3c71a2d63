import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { endianness } from 'node:os';

/**
 * A page of a WAL. `sound`: its checksum matches, or matches after one word was corrected. `unsure`: the frame
 * before it is damaged, so that its checksum tells nothing. `bad`: it is damaged.
 */
export type Frame = { page: number; content: Buffer; state: 'sound' | 'unsure' | 'bad' };

export type WalReading = {
  /** True where SQLite would drop something committed. */
  isDamaged: boolean;
  /** The committed frames, oldest first. */
  frames: Frame[];
  /** The number of committed frames that are missing or not `sound`. */
  lost: number;
};

/** The WAL's index, and the pages of the database. */
type BesideWal = {
  shm: Buffer | undefined;
  pageSize: number;
  page(number: number): Buffer | undefined;
};

/**
 * Reads a WAL apart from SQLite, which drops everything behind the first damaged frame without a word. A WAL
 * that ends in the middle of a transaction was torn by the end of its writer and is sound; so is one behind
 * which frames stand that are older, by their salts, or that were never committed. A WAL is damaged where
 * its index tells of more commits than the chain of checksums reaches, or where the frame of a commit lies
 * behind the end of that chain.
 */
export function readWal(wal: Buffer, beside: BesideWal): WalReading {
  const index = readWalIndex(beside.shm);
  if (wal.length < headerSize) {
    const lost = index?.frames ?? 0;
    return { isDamaged: lost > 0, frames: [], lost };
  }
  const chain = readChain(wal, beside.pageSize, index);
  const ofIndex = index?.salts === chain.salts ? index.frames : 0;
  const committed = Math.max(chain.seen, ofIndex);
  const frames = readFrames(chain, committed, beside);
  const lost = committed - frames.filter(({ state }) => state === 'sound').length;
  return { isDamaged: committed > chain.taken, frames, lost };
}

function readFrames({ header, linked }: WalChain, count: number, beside: BesideWal): Frame[] {
  let isTrusted = header.isSound;
  return linked.slice(0, count).map((frame, place): Frame => {
    const { link, slot } = frame;
    const next = linked[place + 1]?.link;
    const isSound = link !== 'none' || next === 'computed';
    const covered = isSound
      ? slot.covered
      : repairedFrame(frame, header.isLittleEndian, next === 'stored', beside.page(slot.page));
    const state = covered !== undefined ? 'sound' : isTrusted ? 'bad' : 'unsure';
    isTrusted = covered !== undefined;
    return asFrame(frame, covered, state);
  });
}

function asFrame({ slot }: Linked, covered = slot.covered, state: Frame['state']): Frame {
  return { page: covered.readUInt32BE(0), content: covered.subarray(8), state };
}

/**
 * A slot and what its checksum follows from: the stored checksum of the slot before it; what that one should be,
 * so that only the checksum there is damaged; or neither.
 */
type Linked = { slot: Slot; link: 'stored' | 'computed' | 'none'; before: Checksum };

/** Checks each slot against the one before it, also behind damage. Slots of zeros would match zeros. */
function linkFrames(slots: readonly Slot[], header: WalHeader): Linked[] {
  let { checksum: before, computed } = header;
  return slots.map((slot) => {
    const own = checksumOf(slot.covered, header.isLittleEndian, before);
    const byComputed = () => checksumOf(slot.covered, header.isLittleEndian, computed);
    const holdsBy = (): Linked['link'] => {
      if (slot.page === 0) return 'none';
      if (areEqual(own, slot.checksum)) return 'stored';
      return areEqual(byComputed(), slot.checksum) ? 'computed' : 'none';
    };
    const linked = { slot, link: holdsBy(), before };
    [before, computed] = [slot.checksum, own];
    return linked;
  });
}

/**
 * Returns the frame as it was written where one word of it is damaged, or the database has its page already. A
 * single wrong word in its checksum may be the damage instead, unless `isChecksumSound`.
 */
function repairedFrame(
  { slot, before }: Linked,
  isLittleEndian: boolean,
  isChecksumSound: boolean,
  inDatabase: Buffer | undefined,
): Buffer | undefined {
  const sum = (covered: Buffer) => checksumOf(covered, isLittleEndian, before);
  if (inDatabase !== undefined && inDatabase.length === slot.covered.length - 8) {
    const other = Buffer.concat([slot.covered.subarray(0, 8), inDatabase]);
    if (areEqual(sum(other), slot.checksum)) return other;
  }
  const [is, expected] = [sum(slot.covered), slot.checksum];
  if (!isChecksumSound && (is[0] === expected[0] || is[1] === expected[1])) return undefined;
  return correctWord(slot.covered, isLittleEndian, { is, expected });
}

/** The slots of a WAL, and how many belong to it; those behind are older or were never committed. */
type WalChain = {
  header: WalHeader;
  linked: Linked[];
  salts: string;
  /** Up to the last commit that SQLite takes. */
  taken: number;
  /** Up to the last commit that is seen, also behind damage. */
  seen: number;
};

/** Follows the checksums through a WAL. `pageSize` is the database's, `salts` those of its index. */
function readChain(
  wal: Buffer,
  pageSize: number,
  index: { salts: string; frames: number } | undefined,
): WalChain {
  const { header, linked } = bestReading(wal, pageSize);
  const ofFirst = linked.find(({ link }) => link !== 'none') ?? linked[0];
  const salts = header.isSound ? header.salts : (index?.salts ?? ofFirst?.slot.salts ?? '');
  const broken = linked.findIndex(({ link, slot }) => link !== 'stored' || slot.salts !== salts);
  const unbroken = broken === -1 ? linked.length : broken;
  const ours = areOurs(linked, salts);
  const commitBefore = (end: number) =>
    linked.slice(0, end).findLastIndex(({ slot }, place) => slot.commit !== 0 && ours[place] === true) + 1;
  const taken = header.isSound ? commitBefore(unbroken) : 0;
  const seen = commitBefore(linked.length);
  const last = linked[seen - 1];
  if (last === undefined || seen !== unbroken + 1 || last.link !== 'none')
    return { header, linked, salts, taken, seen };
  // One wrong word, of the page or of its checksum, is enough to tell it from an older frame.
  const isWritten =
    repairedFrame(last, header.isLittleEndian, true, undefined) !== undefined ||
    (index?.salts === salts ? index.frames >= seen : wal.length === endOf(seen, header));
  return { header, linked, salts, taken, seen: isWritten ? seen : taken };
}

/** A damaged header may have the wrong page size and byte order: takes those by which most frames match. */
function bestReading(wal: Buffer, pageSize: number): Pick<WalChain, 'header' | 'linked'> {
  const header = readHeader(wal);
  const sizes = header.isSound ? [header.pageSize] : [pageSize, header.pageSize].filter(isPageSize);
  const orders = header.isSound ? [header.isLittleEndian] : [true, false];
  const readings = orders.flatMap((isLittleEndian) =>
    sizes.map((size) => {
      const read = { ...header, isLittleEndian, pageSize: size };
      return { header: read, linked: linkFrames(readSlots(wal, size), read) };
    }),
  );
  const held = ({ linked }: { linked: Linked[] }) => linked.filter(({ link }) => link !== 'none').length;
  return readings.reduce((best, other) => (held(other) > held(best) ? other : best));
}

/**
 * A frame is of this WAL by its salts or, where these are damaged, by following one that is. Returns a flag for
 * each slot.
 */
function areOurs(linked: readonly Linked[], salts: string): boolean[] {
  let isOurs = true;
  return linked.map(({ slot, link }) => {
    isOurs = slot.salts === salts || (isOurs && link !== 'none');
    return isOurs;
  });
}

function endOf(frames: number, { pageSize }: WalHeader): number {
  return headerSize + frames * (pageSize + 24);
}

/** The two running sums of a WAL (https://www.sqlite.org/fileformat2.html#checksum_algorithm). */
type Checksum = readonly [number, number];

/** Continues a checksum over bytes whose length is a multiple of 8. */
function checksumOf(bytes: Buffer, isLittleEndian: boolean, seed: Checksum): Checksum {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let [first, second] = seed;
  for (let offset = 0; offset < bytes.length; offset += 8) {
    first = (first + view.getUint32(offset, isLittleEndian) + second) >>> 0;
    second = (second + view.getUint32(offset + 4, isLittleEndian) + first) >>> 0;
  }
  return [first, second];
}

function areEqual(one: Checksum, other: Checksum): boolean {
  return one[0] === other[0] && one[1] === other[1];
}

/**
 * Corrects bytes of which a single 32-bit word is damaged, so that their checksum changes from `is` to
 * `expected`. The sums are linear: each word adds a known multiple of itself to both, so that the two differences
 * tell the word and its value. Undefined where no word explains them, or several do, as when only the highest
 * bits of one are damaged.
 */
function correctWord(
  bytes: Buffer,
  isLittleEndian: boolean,
  { is, expected }: { is: Checksum; expected: Checksum },
): Buffer | undefined {
  const [first, second] = [(expected[0] - is[0]) | 0, (expected[1] - is[1]) | 0];
  let odd: Checksum = [0, 1];
  let even: Checksum = [1, 1];
  const found: { place: number; lacking: number }[] = [];
  for (let offset = bytes.length - 8; offset >= 0; offset -= 8) {
    for (const [place, weight] of [
      [offset + 4, odd],
      [offset, even],
    ] as const) {
      const lacking = solve(weight, first, second);
      if (lacking !== undefined) found.push({ place, lacking });
    }
    odd = onePairEarlier(odd);
    even = onePairEarlier(even);
  }
  const [only, ...others] = found;
  return only === undefined || others.length > 0 ? undefined : withAdded(bytes, isLittleEndian, only);
}

/** The weights are neighbouring Fibonacci numbers, of which one is odd and so has an inverse. */
function solve(weight: Checksum, first: number, second: number): number | undefined {
  const isFirstOdd = (weight[0] & 1) === 1;
  const lacking = isFirstOdd
    ? Math.imul(first, inverseOf(weight[0]))
    : Math.imul(second, inverseOf(weight[1]));
  const fits =
    Math.imul(weight[0], lacking) === first && Math.imul(weight[1], lacking) === second && lacking !== 0;
  return fits ? lacking : undefined;
}

/** The inverse of an odd number modulo 2³², by Newton's method. */
function inverseOf(odd: number): number {
  let inverse = odd;
  for (let round = 0; round < 5; round += 1) inverse = Math.imul(inverse, (2 - Math.imul(odd, inverse)) | 0);
  return inverse;
}

function onePairEarlier([first, second]: Checksum): Checksum {
  const sum = (first + second) | 0;
  return [sum, (second + sum) | 0];
}

function withAdded(
  bytes: Buffer,
  isLittleEndian: boolean,
  { place, lacking }: { place: number; lacking: number },
): Buffer {
  const corrected = Buffer.from(bytes);
  const view = new DataView(corrected.buffer, corrected.byteOffset, corrected.byteLength);
  view.setUint32(place, (view.getUint32(place, isLittleEndian) + lacking) >>> 0, isLittleEndian);
  return corrected;
}

/** SQLite's default, which every database of Parley has. */
const usualPageSize = 4_096;

export type PagedFile = {
  pageSize: number;
  count: number;
  page(number: number): Buffer | undefined;
  close(): void;
};

/** Takes the default page size where the file does not tell its own. */
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

/** Undefined where there is no WAL and none is missing. */
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

/** Reads `user_version` from the newest first page, without SQLite. */
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

/** The fixed part of a WAL (https://www.sqlite.org/fileformat2.html#walformat). */
type WalHeader = {
  /** SQLite ignores the whole WAL where its header is not sound. */
  isSound: boolean;
  isLittleEndian: boolean;
  pageSize: number;
  salts: string;
  /** The stored checksum, from which those of the frames continue. */
  checksum: Checksum;
  /** What it should be by the header's bytes. */
  computed: Checksum;
};

const headerSize = 32;
const frameHeaderSize = 24;
const version = 3_007_000;

/** A place for a frame: a page as a transaction left it. */
type Slot = {
  page: number;
  /** The number of pages of the database after the transaction that this frame ends; 0 in all other frames. */
  commit: number;
  salts: string;
  checksum: Checksum;
  /** What the checksum covers: page number, commit mark, page. */
  covered: Buffer;
};

function readHeader(wal: Buffer): WalHeader {
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

function isPageSize(size: number): boolean {
  return size >= 512 && size <= 65_536 && (size & (size - 1)) === 0;
}

/** Returns every complete slot, whatever is in it. */
function readSlots(wal: Buffer, pageSize: number): Slot[] {
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

/** What the index beside a WAL says (https://www.sqlite.org/walformat.html). */
type WalIndex = { frames: number; salts: string };

const indexHeaderSize = 48;

/**
 * Reads `parley.db-shm`, which tells the number of committed frames also after a kill. Undefined where there is
 * none, or a half-written one.
 */
function readWalIndex(shm: Buffer | undefined): WalIndex | undefined {
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
