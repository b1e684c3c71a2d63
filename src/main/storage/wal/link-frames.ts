import { areEqual, type Checksum, checksumOf, correctWord } from './wal-checksum.ts';
import type { Slot, WalHeader } from './wal-format.ts';

/**
 * A slot and how its checksum holds: by the checksum that stands in the slot before it; by what that one
 * should be, so that only the checksum there is damaged; or not at all.
 */
export type Linked = { slot: Slot; link: 'stored' | 'computed' | 'none'; before: Checksum };

/** Checks each slot of a WAL by the one before it, also behind a damaged one. Zeros would hold by zeros. */
export function linkFrames(slots: readonly Slot[], header: WalHeader): Linked[] {
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
