import { type Linked, readChain, repairedFrame, type WalChain } from './wal-chain.ts';
import { headerSize, readWalIndex } from './wal-format.ts';

/**
 * A page of a WAL. `sound`: its checksum holds, or holds again after one word was corrected. `unsure`: what
 * stands before it is damaged, so that its checksum tells nothing. `bad`: it is not what was written.
 */
export type Frame = { page: number; content: Buffer; state: 'sound' | 'unsure' | 'bad' };

export type WalReading = {
  /** Set where SQLite would drop something that was committed. */
  isDamaged: boolean;
  /** The committed frames, oldest first. */
  frames: Frame[];
  /** The number of committed frames that are not there, or not for sure as they were written. */
  lost: number;
};

/** The files beside a WAL: its index, and the pages of the database. */
export type BesideWal = {
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
    const isSound = link !== 'none' || linked[place + 1]?.link === 'computed';
    const covered = isSound
      ? slot.covered
      : repairedFrame(frame, header.isLittleEndian, beside.page(slot.page));
    const state = covered !== undefined ? 'sound' : isTrusted ? 'bad' : 'unsure';
    isTrusted = covered !== undefined;
    return asFrame(frame, covered, state);
  });
}

function asFrame({ slot }: Linked, covered = slot.covered, state: Frame['state']): Frame {
  return { page: covered.readUInt32BE(0), content: covered.subarray(8), state };
}
