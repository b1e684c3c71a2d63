import { mkdirSync } from 'node:fs';
import { z } from 'zod';
import { conclude, runInOrder, runSideBySide, type Stage, sum } from './stages.ts';
import { shortRounds } from './trials/trials.ts';

const vitestReport = z.object({ numPassedTests: z.number(), numFailedTests: z.number() });

const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
});

const unitReport = '.cache/unit-report.json';
const e2eReport = '.cache/e2e-report.json';

const check: Stage = { name: 'check', command: 'npm run check:static' };
const build: Stage = { name: 'build', command: 'npm run build' };

const unitTests: Stage = {
  name: 'unit tests',
  command: `npx vitest run --reporter=default --reporter=json --outputFile.json=${unitReport}`,
  report: {
    file: unitReport,
    read(json) {
      const { numPassedTests: passed, numFailedTests: failed } = vitestReport.parse(json);
      return { passed, failed };
    },
  },
};

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

mkdirSync('.cache', { recursive: true });
const built = await runInOrder([build]);
// What is not built can't be tried.
const tried = built.failed > 0 ? [[check], [unitTests]] : [[check, ...shortRounds], [unitTests]];
const sideBySide = await runSideBySide(tried);
const last = built.failed > 0 ? [] : [endToEndTests];
conclude(sum([built, sideBySide, await runInOrder(last)]));
