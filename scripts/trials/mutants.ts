import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { judged } from './mutants/judged.ts';
import type { Mutant, TestFile } from './mutants/messages.ts';
import { mutationsOf } from './mutants/mutations.ts';
import { createTestRunner, type Fate } from './mutants/test-runner.ts';

/**
 * `npm run test:mutants`: breaks the code in one place at a time and runs the unit tests that reach it.
 * Prints as JSON which mutants no test noticed, and fails where one of them is not among the judged.
 */
const folders = [
  ...['questions', 'dialects', 'previews', 'transcript'].map((name) => `src/shared/${name}`),
  ...['questions', 'previews', 'outside', 'folder', 'tools'].map((name) => `src/main/${name}`),
];

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '120' },
    seed: { type: 'string', default: '1' },
    files: { type: 'string', multiple: true, default: folders },
    tests: { type: 'string', default: '24' },
    within: { type: 'string', multiple: true, default: ['src/shared', 'src/main', 'src/renderer'] },
  },
});
const { seed, files, within } = values;
const [runs, mostTests] = [Number(values.runs), Number(values.tests)];
const root = join(import.meta.dirname, '../..');

/** The shortest time limit of a mutant, in milliseconds. */
const leastTime = 60_000;

function sourcesOf(place: string): string[] {
  if (place.endsWith('.ts')) return [place];
  return globSync(`${place}/**/*.ts`, { cwd: root }).filter((file) => !file.endsWith('.test.ts'));
}

/** Picks by a hash of each mutant, so that a change elsewhere in the code leaves the pick as it is. */
function pick(all: readonly Omit<Mutant, 'id'>[]): Mutant[] {
  const seen = new Map<string, number>();
  const ranked = all.map((mutant) => {
    const name = JSON.stringify([mutant.file, mutant.inLine, mutant.was, mutant.becomes]);
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return { mutant, rank: createHash('sha256').update(`${seed} ${count} ${name}`).digest('hex') };
  });
  const picked = ranked.toSorted((a, b) => a.rank.localeCompare(b.rank)).slice(0, runs);
  return picked.map(({ mutant }, index) => ({ ...mutant, id: index + 1 }));
}

const all = files
  .flatMap(sourcesOf)
  .flatMap((file) =>
    mutationsOf(file, readFileSync(join(root, file), 'utf8')).map((of) => ({ ...of, file })),
  );
const mutants = pick(all);
const folder = join(root, '.cache/mutants');
mkdirSync(folder, { recursive: true });
const picked = join(folder, `${process.pid}.json`);
writeFileSync(picked, JSON.stringify(mutants));

const began = performance.now();
const runner = createTestRunner(picked, within);
process.on('exit', () => {
  runner.close();
  rmSync(picked, { force: true });
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));
const tests = await runner.look();
const sound = tests.filter(({ ok }) => ok);

/** Counts the folders that two files do not share. */
function distance(one: string, other: string): number {
  const [here, there] = [dirname(one).split('/'), dirname(other).split('/')];
  const shared = here.findIndex((part, index) => part !== there[index]);
  return here.length + there.length - 2 * (shared < 0 ? here.length : shared);
}

/** The tests that are to notice a mutant, of those that reach it: the nearest first, of those the fastest. */
function testsOf({ id, file }: Mutant): TestFile[] {
  return sound
    .filter(({ reached }) => reached.includes(id))
    .toSorted((a, b) => distance(a.file, file) - distance(b.file, file) || a.ms - b.ms)
    .slice(0, mostTests);
}

async function fateOf(mutant: Mutant): Promise<Fate> {
  const reaching = testsOf(mutant);
  for (const some of [reaching.slice(0, 3), reaching.slice(3)]) {
    if (some.length === 0) return null;
    const usual = some.reduce((sum, { ms }) => sum + ms, 0);
    const names = some.map(({ file }) => file);
    const fate = await runner.try(mutant.id, names, leastTime + 5 * usual);
    if (fate !== null) return fate;
  }
  return null;
}

const isJudged = (mutant: Mutant) =>
  judged.some(
    ({ file, inLine, was, becomes }) =>
      file === mutant.file && inLine === mutant.inLine && was === mutant.was && becomes === mutant.becomes,
  );

const fates: { mutant: Mutant; fate: Fate; reached: number }[] = [];
for (const mutant of mutants) {
  const fate = await fateOf(mutant);
  fates.push({ mutant, fate, reached: testsOf(mutant).length });
  const { file, line, was, becomes } = mutant;
  const ending = fate === null ? 'survived' : `killed by ${fate.by}`;
  process.stderr.write(
    `${fates.length} of ${mutants.length}  ${file}:${line}  ${was} → ${becomes}  ${ending}\n`,
  );
}
runner.close();
const survivors = fates.filter(({ fate }) => fate === null);
const unknown = survivors.filter(({ mutant }) => !isJudged(mutant));
const figures = {
  seed,
  possible: all.length,
  tried: fates.length,
  killed: fates.length - survivors.length,
  byTimeLimit: fates.filter(({ fate }) => fate?.by === 'the time limit').length,
  judged: survivors.length - unknown.length,
  failingWithout: tests.filter(({ ok }) => !ok).map(({ file }) => file),
  survived: unknown.map(({ mutant: { file, line, inLine, was, becomes }, reached }) => ({
    at: `${file}:${line}`,
    inLine,
    was,
    becomes,
    reachedBy: reached,
  })),
  seconds: Math.round((performance.now() - began) / 1_000),
};
process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
process.exitCode = unknown.length === 0 ? 0 : 1;
