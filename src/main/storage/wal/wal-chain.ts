import { areEqual, type Checksum, checksumOf, correctWord } from './wal-checksum.ts';
import { headerSize, isPageSize, readHeader, readSlots, type Slot, type WalHeader } from './wal-format.ts';

/**
 * A slot and how its checksum holds: by the checksum that stands in the slot before it; by what that one
 * should be, so that only the checksum there is damaged; or not at all.
 */
export type Linked = { slot: Slot; link: 'stored' | 'computed' | 'none'; before: Checksum };

/** Checks each slot of a WAL by the one before it, also behind a damaged one. Zeros would hold by zeros. */
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

/** Returns the frame as it was written where one word of it is damaged, or the database has its page already. */
export function repairedFrame(
  { slot, before }: Linked,
  isLittleEndian: boolean,
  inDatabase: Buffer | undefined,
): Buffer | undefined {
  const sum = (covered: Buffer) => checksumOf(covered, isLittleEndian, before);
  if (inDatabase !== undefined && inDatabase.length === slot.covered.length - 8) {
    const other = Buffer.concat([slot.covered.subarray(0, 8), inDatabase]);
    if (areEqual(sum(other), slot.checksum)) return other;
  }
  return correctWord(slot.covered, isLittleEndian, { is: sum(slot.covered), expected: slot.checksum });
}

/** The frames of a WAL, and how many of them belong to it; those behind are older or were never committed. */
export type WalChain = {
  header: WalHeader;
  linked: Linked[];
  salts: string;
  /** Up to the last commit that SQLite takes. */
  taken: number;
  /** Up to the last commit that is seen, also behind damage. */
  seen: number;
};

/** Follows the checksums through a WAL. `pageSize` is the database's, `salts` those of its index. */
export function readChain(
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
  const isWritten =
    repairedFrame(last, header.isLittleEndian, undefined) !== undefined ||
    (index?.salts === salts ? index.frames >= seen : wal.length === endOf(seen, header));
  return { header, linked, salts, taken, seen: isWritten ? seen : taken };
}

/** A damaged header may tell the wrong size and order: what most frames hold by is right. */
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

/** A frame is of this WAL by its salts or, where these are damaged, by following one that is. */
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
