import { mkdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { conclude, type Counts, runInOrder, runSideBySide, type Stage, sum } from './stages.ts';
import { shortRounds } from './trials/trials.ts';

const vitestReport = z.object({ numPassedTests: z.number(), numFailedTests: z.number() });

const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
});

const unitReport = '.cache/unit-report.json';
const e2eReport = '.cache/e2e-report.json';

const check: Stage = { name: 'check', command: 'npm run check:static' };
const build: Stage = { name: 'build', command: 'npm run build' };

/** The unit tests, or those of one project of `vitest.config.ts`. */
const unitTests = (project = '*'): Stage => ({
  name: 'unit tests',
  command: `npx vitest run --project='${project}' --reporter=default --reporter=json --outputFile.json=${unitReport}`,
  report: {
    file: unitReport,
    read(json) {
      const { numPassedTests: passed, numFailedTests: failed } = vitestReport.parse(json);
      return { passed, failed };
    },
  },
});

const endToEndTests: Stage = {
  name: 'end-to-end tests',
  command: 'npx playwright test',
  report: {
    file: e2eReport,
    read(json) {
      const { expected, unexpected, flaky } = playwrightReport.parse(json).stats;
      return { passed: expected, failed: unexpected + flaky };
    },
  },
};

/** What one runs while working. */
const runQuick = (): Promise<Counts> => runSideBySide([[check], [unitTests('fast')]]);

/** Everything. What does not build can't be tried. */
async function runAll(): Promise<Counts> {
  const built = await runInOrder([build]);
  if (built.failed > 0) return sum([built, await runSideBySide([[check], [unitTests()]])]);
  const sideBySide = await runSideBySide([[check, ...shortRounds], [unitTests()]]);
  return sum([built, sideBySide, await runInOrder([endToEndTests])]);
}

const { values } = parseArgs({ options: { quick: { type: 'boolean' } } });
mkdirSync('.cache', { recursive: true });
conclude(values.quick ? await runQuick() : await runAll());
