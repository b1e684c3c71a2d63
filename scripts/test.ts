import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { z } from 'zod';

type Counts = { passed: number; failed: number };

type Stage = {
  name: string;
  command: string;
  /** File with the stage's counts; a stage without one counts only when it fails. */
  report?: { file: string; read(json: unknown): Counts };
};

const vitestReport = z.object({ numPassedTests: z.number(), numFailedTests: z.number() });

const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
});

const unitReport = '.cache/unit-report.json';
const e2eReport = '.cache/e2e-report.json';

const stages: readonly Stage[] = [
  { name: 'check', command: 'npm run check:static' },
  {
    name: 'unit tests',
    command: `npx vitest run --reporter=default --reporter=json --outputFile.json=${unitReport}`,
    report: {
      file: unitReport,
      read(json) {
        const { numPassedTests: passed, numFailedTests: failed } = vitestReport.parse(json);
        return { passed, failed };
      },
    },
  },
  { name: 'build', command: 'npm run build' },
  { name: 'kill test, a short round', command: 'npm run test:kill -- --rounds 20' },
  { name: 'damage test, a short round', command: 'npm run test:damage -- --runs 50' },
  {
    name: 'end-to-end tests',
    command: 'npx playwright test',
    report: {
      file: e2eReport,
      read(json) {
        const { expected, unexpected, flaky } = playwrightReport.parse(json).stats;
        return { passed: expected, failed: unexpected + flaky };
      },
    },
  },
];

/** Runs a stage with its output passed through. One that fails counts as a failure at the least. */
async function run({ name, command, report }: Stage): Promise<Counts> {
  process.stdout.write(`\n── ${name}\n`);
  const began = performance.now();
  if (report !== undefined) rmSync(report.file, { force: true });
  const child = spawn(command, { shell: true, stdio: ['ignore', 'inherit', 'inherit'] });
  await once(child, 'exit');
  const { passed, failed } = report === undefined ? { passed: 0, failed: 0 } : counted(report);
  process.stdout.write(`── ${name}: ${((performance.now() - began) / 1000).toFixed(1)} s\n`);
  return { passed, failed: child.exitCode === 0 ? failed : Math.max(failed, 1) };
}

function counted({ file, read }: NonNullable<Stage['report']>): Counts {
  try {
    return read(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return { passed: 0, failed: 1 };
  }
}

mkdirSync('.cache', { recursive: true });
const total: Counts = { passed: 0, failed: 0 };
for (const stage of stages) {
  const { passed, failed } = await run(stage);
  total.passed += passed;
  total.failed += failed;
  if (stage.name === 'build' && failed > 0) break;
}
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`);
process.exitCode = total.failed === 0 ? 0 : 1;
