import { mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { because, conclude, type Counts, runSideBySide, runStage, type Stage, sum } from './stages.ts';
import { shortRounds } from './trials/trials.ts';

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({
      assertionResults: z.array(
        z.object({
          status: z.string(),
          fullName: z.string(),
          failureMessages: z.array(z.string()).nullish(),
          meta: z.object({ retried: z.boolean().optional() }),
        }),
      ),
    }),
  ),
});

type Suite = {
  specs: {
    title: string;
    file: string;
    tests: { status: string; results: { error?: { message?: string | undefined } | undefined }[] }[];
  }[];
  suites?: Suite[];
};

const playwrightSuite: z.ZodType<Suite> = z.object({
  specs: z.array(
    z.object({
      title: z.string(),
      file: z.string(),
      tests: z.array(
        z.object({
          status: z.string(),
          results: z.array(z.object({ error: z.object({ message: z.string().optional() }).optional() })),
        }),
      ),
    }),
  ),
  get suites() {
    return z.array(playwrightSuite).optional();
  },
});

const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  suites: z.array(playwrightSuite),
});

/** The tests that ended so, and why they failed: `unexpected`, or `flaky` for those that passed the second time. */
const endedAs = (status: string, suites: readonly Suite[]): string[] =>
  suites.flatMap(({ specs, suites: inner = [] }) => [
    ...specs.flatMap(({ file, title, tests }) =>
      tests
        .filter((test) => test.status === status)
        .map(({ results }) => because(`${file} › ${title}`, results[0]?.error?.message)),
    ),
    ...endedAs(status, inner),
  ]);

const unitReport = '.cache/unit-report.json';
const e2eReport = '.cache/e2e-report.json';

/** The static checks, as in `npm run check:static`, the longest first. */
const checks: readonly Stage[] = ['typecheck', 'lint', 'knip', 'format:check'].map((script) => ({
  name: script,
  command: `npm run ${script}`,
}));

const build: Stage = { name: 'build', command: 'npm run build' };

/** The unit tests, or those of one project of `vitest.config.ts`. */
const unitTests = (project = '*'): Stage => ({
  name: 'unit tests',
  command: `npx vitest run --project='${project}' --reporter=default --reporter=json --outputFile.json=${unitReport}`,
  report: {
    file: unitReport,
    read(json) {
      const { numPassedTests: passed, numFailedTests: failed, testResults } = vitestReport.parse(json);
      const results = testResults.flatMap(({ assertionResults }) => assertionResults);
      const failures = results.filter(({ status }) => status === 'failed');
      const retried = results.filter(({ status, meta }) => status === 'passed' && meta.retried === true);
      return {
        passed,
        failed,
        failures: failures.map(({ fullName, failureMessages }) => because(fullName, failureMessages?.[0])),
        retried: retried.map(({ fullName }) => fullName),
      };
    },
  },
});

const endToEndTests: Stage = {
  name: 'end-to-end tests',
  command: 'npx playwright test',
  report: {
    file: e2eReport,
    read(json) {
      const { stats, suites } = playwrightReport.parse(json);
      return {
        passed: stats.expected + stats.flaky,
        failed: stats.unexpected,
        failures: endedAs('unexpected', suites),
        retried: endedAs('flaky', suites),
      };
    },
  },
};

// The unit tests and the browser tests each keep every core busy, so they run one after another. A check keeps
// one core busy, and so do a trial and its host, which take turns: as many of these run at a time as there are
// cores.
const cores = availableParallelism();

/** Runs the static checks; the last lines of one that fails are printed at the end of the run too. */
const runChecks = (): Promise<Counts> => runSideBySide(checks, cores);

const runQuick = async (): Promise<Counts> => sum([await runChecks(), await runStage(unitTests('fast'))]);

/** Runs everything. What does not build can't be tried. */
async function runAll(): Promise<Counts> {
  const built = await runStage(build);
  const counts = [built, await runChecks(), await runStage(unitTests())];
  if (built.failed > 0) return sum(counts);
  return sum([...counts, await runSideBySide(shortRounds, cores), await runStage(endToEndTests)]);
}

const { values } = parseArgs({ options: { quick: { type: 'boolean' } } });
mkdirSync('.cache', { recursive: true });
conclude(values.quick ? await runQuick() : await runAll());
