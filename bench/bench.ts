import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot } from '../e2e/support/hosts.ts';
import { messageOf } from '../src/shared/thrown-error.ts';
import { cases } from './cases/cases.ts';
import { measurementsOf, samplesOf } from './measure.ts';
import { withFigures } from './report/docs-page.ts';
import { type CaseResult, resultOf } from './report/figures.ts';
import { machineText } from './report/machine.ts';
import { markdownTable } from './report/table.ts';

/**
 * Builds for production and measures every case, or those named by `--case`, each against the least
 * the platform can do, in the same rounds. Fails when a case can't be measured, never for a figure.
 */
const { values } = parseArgs({
  options: {
    case: { type: 'string', multiple: true, default: [] },
    runs: { type: 'string', default: '5' },
    json: { type: 'string' },
    docs: { type: 'boolean', default: false },
  },
});

const page = 'docs/performance.md';

function chosenCases() {
  const unknown = values.case.find((name) => cases.every((known) => known.name !== name));
  if (unknown !== undefined)
    throw new Error(`There is no case "${unknown}"; there are ${cases.map(({ name }) => name).join(', ')}.`);
  return cases.filter(({ name }) => values.case.length === 0 || values.case.includes(name));
}

process.chdir(projectRoot);
const chosen = chosenCases();
execFileSync(process.execPath, ['scripts/build.ts', '--if-changed'], { stdio: ['ignore', 2, 2] });
const rounds = { warmUps: 1, runs: Number(values.runs) };
const results: CaseResult[] = [];
const machine = await machineText();
const failures: string[] = [];
for (const each of chosen.flatMap(measurementsOf)) {
  const began = performance.now();
  try {
    const samples = await samplesOf(each, rounds, (done, of) =>
      process.stderr.write(`\r${each.name}: ${done} of ${of} `),
    );
    process.stderr.write(`in ${Math.round((performance.now() - began) / 1_000)} s\n`);
    results.push(resultOf(each.name, each.figures, samples));
  } catch (error) {
    failures.push(`${each.name} could not be measured: ${messageOf(error)}`);
  }
  // What was measured stays, whatever becomes of the cases after it.
  if (values.json !== undefined) {
    mkdirSync(dirname(values.json), { recursive: true });
    writeFileSync(values.json, `${JSON.stringify({ machine, rounds, results }, null, 2)}\n`);
  }
}
const text = `${machine}\n\n${markdownTable(results)}`;
process.stdout.write(text);
if (values.docs && failures.length === 0) writeFileSync(page, withFigures(readFileSync(page, 'utf8'), text));
for (const failure of failures) process.stderr.write(`${failure}\n`);
process.exitCode = failures.length === 0 ? 0 : 1;
