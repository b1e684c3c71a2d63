import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../../test/main/temporary-folder.ts';
import { readWal, type WalReading } from './read-wal.ts';

const pageSize = 4_096;
const frameSize = pageSize + 24;
const offsetOf = (frame: number) => 32 + frame * frameSize;

type Files = { wal: Buffer; shm: Buffer | undefined; database: Buffer };

/** The files that the end of a process leaves while it has a database open, after `work` on it. */
function killedAfter(work: (database: DatabaseSync) => void): Files {
  const folder = temporaryFolder();
  const file = join(folder, 'live.db');
  const database = new DatabaseSync(file);
  database.exec('PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; CREATE TABLE kept (text TEXT)');
  work(database);
  const killed = join(folder, 'killed');
  mkdirSync(killed);
  for (const suffix of ['', '-wal', '-shm']) cpSync(file + suffix, join(killed, `killed.db${suffix}`));
  database.close();
  const read = (suffix: string) => readFileSync(join(killed, `killed.db${suffix}`));
  return { database: read(''), wal: read('-wal'), shm: read('-shm') };
}

const insert = (database: DatabaseSync, times: number) => {
  for (let index = 0; index < times; index += 1)
    database.prepare('INSERT INTO kept VALUES (?)').run(`row ${index} `.repeat(100));
};

function read({ wal, shm, database }: Files): WalReading {
  const page = (number: number) => {
    const found = database.subarray((number - 1) * pageSize, number * pageSize);
    return found.length === 0 ? undefined : found;
  };
  return readWal(wal, { shm, pageSize, page });
}

function withByte(bytes: Buffer, offset: number, flip = 0xff): Buffer {
  const changed = Buffer.from(bytes);
  changed.writeUInt8(changed.readUInt8(offset) ^ flip, offset);
  return changed;
}

const states = ({ frames }: WalReading) => frames.map(({ state }) => state);
const contents = ({ frames }: WalReading) =>
  frames.map(({ page, content }) => [page, createHash('sha256').update(content).digest('hex')]);

it('a WAL that nothing happened to is sound, with its index and without', () => {
  const files = killedAfter((database) => insert(database, 20));
  for (const shm of [files.shm, undefined]) {
    const log = read({ ...files, shm });
    expect(log).toMatchObject({ isDamaged: false, lost: 0 });
    expect(log.frames.length).toBeGreaterThan(20);
  }
});

it('a damaged byte anywhere in a WAL is found, costs one frame at most, and mostly none', () => {
  const files = killedAfter((database) => insert(database, 12));
  const whole = contents(read(files));
  let corrected = 0;
  const runs = 300;
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: files.wal.length - 1 }),
      fc.integer({ min: 1, max: 255 }),
      fc.boolean(),
      (offset, flip, hasIndex) => {
        const isLast = offset >= offsetOf(whole.length - 1);
        fc.pre(hasIndex || !isLast);
        const wal = withByte(files.wal, offset, flip);
        const log = read({ ...files, wal, shm: hasIndex ? files.shm : undefined });
        expect({ offset, isDamaged: log.isDamaged }).toEqual({ offset, isDamaged: true });
        const found = contents(log);
        const wrong = states(log).filter(
          (state, at) => state === 'sound' && String(found[at]) !== String(whole[at]),
        );
        expect({ offset, wrong }).toEqual({ offset, wrong: [] });
        expect(log.lost).toBeLessThanOrEqual(1);
        corrected += Number(log.lost === 0);
      },
    ),
    { numRuns: runs },
  );
  expect(corrected).toBeGreaterThan(runs * 0.6);
});

it('a damaged checksum of the last frame is not taken for a damaged page', () => {
  const files = killedAfter((database) => insert(database, 12));
  const whole = contents(read(files));
  const last = whole.length - 1;
  for (let byte = 16; byte < 24; byte += 1) {
    const log = read({ ...files, wal: withByte(files.wal, offsetOf(last) + byte, 1) });
    expect(log).toMatchObject({ isDamaged: true, lost: 1 });
    expect(contents(log)).toEqual(whole);
  }
});

it('a frame that is not as it was written costs no frame behind it', () => {
  const files = killedAfter((database) => insert(database, 20));
  const wal = Buffer.from(files.wal);
  wal.fill(0x5a, offsetOf(4) + 500, offsetOf(4) + 900);
  const log = read({ ...files, wal });
  expect(log).toMatchObject({ isDamaged: true, lost: 1 });
  expect(states(log).flatMap((state, index) => (state === 'sound' ? [] : [[state, index]]))).toEqual([
    ['bad', 4],
  ]);
  expect(contents(log).toSpliced(4, 1)).toEqual(contents(read(files)).toSpliced(4, 1));
});

it('a damaged header of a WAL costs none of its frames', () => {
  const files = killedAfter((database) => insert(database, 20));
  const wal = Buffer.from(files.wal).fill(0, 0, 24);
  for (const shm of [files.shm, undefined]) {
    const log = read({ ...files, wal, shm });
    expect(log.isDamaged).toBe(true);
    expect(contents(log)).toEqual(contents(read(files)));
  }
});

it('a WAL that ends in the middle of a transaction was torn, as long as its index tells of no more', () => {
  const files = killedAfter((database) => insert(database, 20));
  const frames = read(files).frames.length;
  const beforeLast = killedAfter((database) => insert(database, 19));
  for (const missing of [1, 100, frameSize - 1]) {
    const wal = files.wal.subarray(0, files.wal.length - missing);
    expect(read({ ...files, wal, shm: undefined })).toMatchObject({ isDamaged: false, lost: 0 });
    expect(read({ ...files, wal })).toMatchObject({ isDamaged: true, lost: 1 });
  }
  expect(read(beforeLast).frames.length).toBeLessThan(frames);
});

it('an index tells of a WAL whose end is gone, emptied or overwritten', () => {
  const files = killedAfter((database) => insert(database, 20));
  const frames = read(files).frames.length;
  const zeros = Buffer.from(files.wal).fill(0, offsetOf(3));
  expect(read({ ...files, wal: zeros })).toMatchObject({ isDamaged: true, lost: frames - 3 });
  expect(read({ ...files, wal: Buffer.alloc(0) })).toMatchObject({ isDamaged: true, lost: frames });
});

it('frames of an earlier time of the same WAL are none of it', () => {
  const files = killedAfter((database) => {
    insert(database, 40);
    database.prepare('PRAGMA wal_checkpoint(RESTART)').all();
    insert(database, 3);
  });
  for (const shm of [files.shm, undefined]) {
    const log = read({ ...files, shm });
    expect(log).toMatchObject({ isDamaged: false, lost: 0 });
    expect(log.frames.length).toBeLessThan(files.wal.length / frameSize / 2);
    const damaged = read({ ...files, shm, wal: withByte(files.wal, offsetOf(1) + 40) });
    expect(damaged.isDamaged).toBe(true);
    expect(contents(damaged)).toEqual(contents(log));
  }
});

it('frames that were never committed are none of a WAL, nor what they leave behind the next commit', () => {
  const files = killedAfter((database) => {
    insert(database, 5);
    database.exec('PRAGMA cache_size = 5; BEGIN');
    insert(database, 200);
    database.exec('ROLLBACK');
    insert(database, 1);
  });
  const log = read({ ...files, shm: undefined });
  expect(log).toMatchObject({ isDamaged: false, lost: 0 });
  expect(files.wal.length).toBeGreaterThan(offsetOf(log.frames.length + 5));
});

it('a page that the database has already mends its frame, however much of that is damaged', () => {
  const files = killedAfter((database) => {
    insert(database, 20);
    database.prepare('PRAGMA wal_checkpoint(PASSIVE)').all();
  });
  const newest = read(files).frames.length - 1;
  const wal = Buffer.from(files.wal);
  wal.fill(0x5a, offsetOf(newest) + 24, offsetOf(newest) + 3_000);
  const log = read({ ...files, wal });
  expect(log).toMatchObject({ isDamaged: true, lost: 0 });
  expect(contents(log)).toEqual(contents(read(files)));
});
