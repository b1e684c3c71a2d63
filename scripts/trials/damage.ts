import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { contentsOf } from './damage/contents.ts';
import { clear, type DamageRun, damageRun } from './damage/damage-run.ts';
import { targets } from './damage/damage.ts';
import { copyFiles, makeOriginals } from './damage/originals.ts';
import { startHere, startHost } from './damage/start.ts';
import { oneOf, seededRandom } from './random.ts';

/**
 * Damages the database, its WAL, or the journal of a change in either, at random places, then starts on it:
 * mostly the app in this process, sometimes the built host. The start must report the damage, keep the damaged
 * files as they were, and report nothing the next time. Prints figures as JSON.
 */
const { values } = parseArgs({
  options: { runs: { type: 'string', default: '1000' }, seed: { type: 'string', default: `${Date.now()}` } },
});
const [runs, seed] = [Number(values.runs), Number(values.seed)];
const runsPerHost = 25;

const random = seededRandom(seed);
const folder = mkdtempSync(join(tmpdir(), 'parley-damage-'));
const began = performance.now();
try {
  const originals = makeOriginals(folder);
  const contents = new Map(
    originals.map(({ name, dataDir }) => {
      const copy = join(folder, `${name}-read`);
      copyFiles(dataDir, copy);
      return [name, contentsOf(copy)];
    }),
  );
  const done: (DamageRun & { target: string; run: number })[] = [];
  for (let run = 1; run <= runs; run += 1) {
    const target = oneOf(random, targets);
    const [first, ...withLog] = originals;
    const original = oneOf(random, target === 'log' ? [withLog[0] ?? first, ...withLog] : originals);
    const before = contents.get(original.name);
    if (before === undefined) throw new Error(`There is no ${original.name}.`);
    const dataDir = join(folder, `run-${run}`);
    const start = run % runsPerHost === 0 ? startHost : startHere;
    done.push({ target, run, ...(await damageRun({ original, before, dataDir, target, random, start })) });
    clear(dataDir);
    process.stderr.write(`\r${run} runs`);
  }
  process.stderr.write('\n');
  report(done);
} finally {
  clear(folder);
}

function report(done: readonly (DamageRun & { target: string; run: number })[]): void {
  const faulty = done.filter(({ faults }) => faults.length > 0);
  const of = (fault: string) => faulty.filter(({ faults }) => faults.some((found) => found === fault)).length;
  const byTarget = Object.fromEntries(
    targets.map((target) => {
      const all = done.filter((run) => run.target === target);
      const count = (outcome: string) => all.filter((run) => run.outcome === outcome).length;
      const recovered = all.filter(({ outcome }) => outcome === 'recovered').map(({ kept }) => kept);
      const mean = recovered.reduce((sum, kept) => sum + kept, 0) / Math.max(1, recovered.length);
      const figures = {
        unharmed: count('unharmed'),
        recovered: recovered.length,
        refused: count('refused'),
        keptOfRecovered: Math.round(mean * 10_000) / 10_000,
        leastKept: Math.round(Math.min(1, ...recovered) * 10_000) / 10_000,
      };
      return [target, figures];
    }),
  );
  const figures = {
    runs,
    seed,
    byTarget,
    broken: of('broken'),
    malformed: of('malformed'),
    silent: of('silent'),
    overwritten: of('overwritten'),
    again: of('again'),
    refusals: [
      ...new Set(done.filter(({ outcome }) => outcome === 'refused').map(({ notice }) => notice)),
    ].slice(0, 3),
    faulty: faulty.slice(0, 10),
    worst: done
      .filter(({ outcome }) => outcome === 'recovered')
      .sort((one, other) => one.kept - other.kept)
      .slice(0, 5)
      .map(({ run, harm, kept, notice }) => ({ run, harm, kept, notice })),
    seconds: Math.round((performance.now() - began) / 1000),
  };
  process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
  process.exitCode = faulty.length === 0 ? 0 : 1;
}
