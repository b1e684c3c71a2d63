import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { oneOf } from '../random.ts';

export const targets = ['database', 'log', 'journal'] as const;
export type Target = (typeof targets)[number];

const kinds = ['byte', 'bytes', 'zeros', 'noise', 'page', 'cut off'] as const;

type Kind = (typeof kinds)[number];

const lengths: Record<Kind, number> = {
  byte: 1,
  bytes: 16,
  zeros: 512,
  noise: 4_096,
  page: 4_096,
  'cut off': 0,
};

/** A text in every journal of a change, near its progress. */
const journalMark = '{"step":0,"calls"';

/** Damages one file of a data folder at a random place; returns what it did. */
export function damage(dataDir: string, target: Target, random: () => number): string {
  const log = join(dataDir, 'parley.db-wal');
  const hasLog = existsSync(log);
  const file =
    hasLog && (target === 'log' || (target === 'journal' && random() < 0.5))
      ? log
      : join(dataDir, 'parley.db');
  const bytes = readFileSync(file);
  const places = target === 'journal' ? placesOf(bytes, journalMark) : [];
  const [first, ...rest] = places;
  const drawn = first === undefined ? oneOf(random, kinds) : oneOf(random, ['byte', 'bytes'] as const);
  const kind = drawn === 'cut off' && isTornLike(dataDir, file) ? 'noise' : drawn;
  const offset =
    first === undefined
      ? Math.floor(random() * bytes.length)
      : oneOf(random, [first, ...rest]) + Math.floor(random() * 120);
  writeFileSync(file, harmed(bytes, kind, offset, random));
  return `${kind} at ${offset} of ${file.slice(dataDir.length + 1)}`;
}

function harmed(bytes: Buffer, kind: Kind, offset: number, random: () => number): Buffer {
  const end = Math.min(bytes.length, offset + lengths[kind]);
  const piece = bytes.subarray(offset, end);
  switch (kind) {
    case 'cut off':
      return bytes.subarray(0, offset);
    case 'zeros':
      piece.fill(0);
      break;
    case 'page':
      piece.set(bytes.subarray(0, piece.length));
      break;
    case 'byte':
    case 'bytes':
    case 'noise':
      for (const [index, byte] of piece.entries()) piece[index] = byte ^ (1 + Math.floor(random() * 255));
      break;
  }
  return bytes;
}

/** Without an index, a WAL that ends early looks like one whose writer was killed. */
function isTornLike(dataDir: string, file: string): boolean {
  return file.endsWith('-wal') && !existsSync(join(dataDir, 'parley.db-shm'));
}

function placesOf(bytes: Buffer, text: string): number[] {
  const places: number[] = [];
  for (let place = bytes.indexOf(text); place !== -1; place = bytes.indexOf(text, place + 1))
    places.push(place);
  return places;
}
