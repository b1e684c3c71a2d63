import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot } from '../e2e/support/hosts.ts';
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
for (const each of chosen.flatMap(measurementsOf)) {
  const began = performance.now();
  const samples = await samplesOf(each, rounds, (done, of) =>
    process.stderr.write(`\r${each.name}: ${done} of ${of} `),
  );
  process.stderr.write(`in ${Math.round((performance.now() - began) / 1_000)} s\n`);
  results.push(resultOf(each.name, each.figures, samples));
}
const machine = await machineText();
const text = `${machine}\n\n${markdownTable(results)}`;
process.stdout.write(text);
if (values.json !== undefined) {
  mkdirSync(dirname(values.json), { recursive: true });
  writeFileSync(values.json, `${JSON.stringify({ machine, rounds, results }, null, 2)}\n`);
}
if (values.docs) writeFileSync(page, withFigures(readFileSync(page, 'utf8'), text));
