import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Contents, contentsOf } from './contents.ts';
import { damage, type Target } from './damage.ts';
import { copyFiles, type Original } from './originals.ts';
import type { Start } from './start.ts';

/**
 * What must never happen: a crash, a database that can't be read after the start, a loss without a report, a
 * damaged file that was not kept, or a second report.
 */
export type Fault = 'broken' | 'malformed' | 'silent' | 'overwritten' | 'again';

export type DamageRun = {
  harm: string;
  /** `unharmed`: everything is there, and nothing was reported. */
  outcome: 'unharmed' | 'recovered' | 'refused' | 'broken';
  faults: Fault[];
  /** The share of rows that are there after the start. */
  kept: number;
  notice: string;
};

type Given = {
  original: Original;
  before: Contents;
  dataDir: string;
  target: Target;
  random: () => number;
  start: (dataDir: string) => Promise<Start>;
};

/** Damages a copy of a data folder and starts on it twice. */
export async function damageRun({
  original,
  before,
  dataDir,
  target,
  random,
  start,
}: Given): Promise<DamageRun> {
  copyFiles(original.dataDir, dataDir);
  const harm = `${original.name}: ${damage(dataDir, target, random)}`;
  const damaged = bytesIn(dataDir, 'parley.db');
  const started = await start(dataDir);
  if (started.type === 'broken') return failed(harm, 'broken', ['broken'], String(started.error));
  if (started.type === 'refused') {
    const isKept = sameBytes(damaged, bytesIn(dataDir, 'parley.db'));
    return failed(harm, 'refused', isKept ? [] : ['overwritten'], started.words);
  }
  const { notice } = started;
  const after = readable(dataDir);
  if (after === undefined) return failed(harm, 'broken', ['malformed'], notice ?? '');
  const faults: Fault[] = [];
  if (notice === null && isLoss(before, after, target)) faults.push('silent');
  if (notice !== null && !isSetAside(dataDir, damaged)) faults.push('overwritten');
  const again = notice === null ? started : await start(dataDir);
  if (again.type !== 'started' || again.notice !== null) faults.push('again');
  const total = (contents: Contents) => Object.values(contents.rows).reduce((sum, count) => sum + count, 0);
  return {
    harm,
    outcome: notice === null ? 'unharmed' : 'recovered',
    faults,
    kept: total(after) / total(before),
    notice: notice ?? '',
  };
}

/** Undefined where SQLite can't read all of it. */
function readable(dataDir: string): Contents | undefined {
  try {
    return contentsOf(dataDir);
  } catch {
    return undefined;
  }
}

/**
 * A change in the WAL must always be noticed, since it has checksums. A changed character in the database may go
 * unnoticed: SQLite has none there.
 */
function isLoss(before: Contents, after: Contents, target: Target): boolean {
  const isFewer = Object.entries(before.rows).some(([table, count]) => (after.rows[table] ?? 0) < count);
  return isFewer || (target === 'log' && before.mark !== after.mark);
}

type Bytes = Map<string, Buffer>;

function bytesIn(dataDir: string, name: string): Bytes {
  const found = ['', '-wal'].filter((suffix) => existsSync(join(dataDir, name + suffix)));
  return new Map(found.map((suffix) => [suffix, readFileSync(join(dataDir, name + suffix))]));
}

function sameBytes(one: Bytes, other: Bytes): boolean {
  return [...one].every(([suffix, bytes]) => bytes.length === 0 || other.get(suffix)?.equals(bytes) === true);
}

/**
 * True when the damaged files were kept as they were. Where damage was found only later, in use, the intact WAL
 * has been merged into the database.
 */
function isSetAside(dataDir: string, damaged: Bytes): boolean {
  const aside = readdirSync(dataDir).find((name) => /^parley\.db\.corrupt-\d+$/.test(name));
  if (aside === undefined) return false;
  const kept = bytesIn(dataDir, aside);
  return sameBytes(damaged, kept) || (!kept.has('-wal') && (damaged.get('-wal')?.length ?? 0) > 0);
}

function failed(harm: string, outcome: 'refused' | 'broken', faults: Fault[], notice: string): DamageRun {
  return { harm, outcome, faults, kept: 0, notice };
}

export function clear(dataDir: string): void {
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 });
}
