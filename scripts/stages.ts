import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/**
 * The result of a run; `failures` and `retried` are names of tests, with why they failed, `retried` those that passed the
 * second time.
 */
export type Counts = { passed: number; failed: number; failures: string[]; retried: string[] };

const none: Counts = { passed: 0, failed: 0, failures: [], retried: [] };

export type Stage = {
  name: string;
  command: string;
  /** The file with the stage's counts; a stage without one counts only when it fails. */
  report?: { file: string; read(json: unknown): Counts };
};

/**
 * Runs a stage with its output passed through, or printed as a whole when it ends. Returns its counts; a stage
 * that fails counts as at least one failure.
 */
export async function runStage(
  { name, command, report }: Stage,
  { live = true }: { live?: boolean } = {},
): Promise<Counts> {
  if (live) process.stdout.write(`\n── ${name}\n`);
  const began = performance.now();
  if (report !== undefined) rmSync(report.file, { force: true });
  const output = live ? 'inherit' : 'pipe';
  const child = spawn(command, { shell: true, stdio: ['ignore', output, output] });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(child, 'close');
  const printed = Buffer.concat(chunks).toString();
  if (!live) process.stdout.write(`\n── ${name}\n${printed}`);
  process.stdout.write(`── ${name}: ${((performance.now() - began) / 1000).toFixed(1)} s\n`);
  const counts = report === undefined ? none : counted(report);
  if (child.exitCode === 0 || counts.failed > 0) return counts;
  return { ...counts, failed: 1, failures: [`${name}, which ended with ${child.exitCode}${endOf(printed)}`] };
}

/**
 * Runs stages side by side, so many at a time, and prints the output of each as a whole when it ends. Returns the
 * sum of their counts.
 */
export async function runSideBySide(stages: readonly Stage[], atOnce: number): Promise<Counts> {
  process.stdout.write(`\n── ${atOnce} at a time: ${stages.map(({ name }) => name).join(', ')}\n`);
  const all: Counts[] = [];
  const left = [...stages];
  const row = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift())
      all.push(await runStage(next, { live: false }));
  };
  await Promise.all(Array.from({ length: atOnce }, row));
  return sum(all);
}

export function sum(all: readonly Counts[]): Counts {
  return {
    passed: all.reduce((total, { passed }) => total + passed, 0),
    failed: all.reduce((total, { failed }) => total + failed, 0),
    failures: all.flatMap(({ failures }) => failures),
    retried: all.flatMap(({ retried }) => retried),
  };
}

/** Prints what failed and the last line of a run, and ends the process with the matching exit code. */
export function conclude({ passed, failed, failures, retried }: Counts): void {
  for (const name of failures) process.stdout.write(`\nFailed: ${name}`);
  for (const name of retried) process.stdout.write(`\nPassed only when run once more: ${name}`);
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
  process.exitCode = failed === 0 ? 0 : 1;
}

/** The last lines of an output, since the whole of it is far above the end of the run. */
const endOf = (printed: string): string => indented(printed.trimEnd().split('\n').slice(-30));

/** Returns the name of a test with the first lines of its failure. */
export function because(name: string, message = ''): string {
  const lines = stripVTControlCharacters(message).split('\n');
  return name + indented(lines.filter((line) => line.trim() !== '').slice(0, 6));
}

const indented = (lines: readonly string[]): string =>
  lines.join('') === '' ? '' : `:\n${lines.map((line) => `    ${line}`).join('\n')}`;

function counted({ file, read }: NonNullable<Stage['report']>): Counts {
  try {
    return read(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return { ...none, failed: 1, failures: [`${file}, which is no report`] };
  }
}
