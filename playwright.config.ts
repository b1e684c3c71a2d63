import { availableParallelism, totalmem } from 'node:os';
import { defineConfig } from '@playwright/test';
import { findChromium } from './e2e/support/chromium.ts';
import { hosts } from './e2e/support/hosts.ts';
import type { HostOptions } from './e2e/support/worker.ts';

process.env.CHROMIUM = await findChromium();

/** The longest that anything is waited for, in milliseconds; alone, it takes a second or a few. */
const bound = 60_000;

export default defineConfig<HostOptions>({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  // What is tried is what the sources say.
  globalSetup: './e2e/support/build-first.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // A spec waits half of its time, for what arms, counts down or is streamed. A worker takes up to a gigabyte.
  workers: Math.max(1, Math.min(2 * availableParallelism(), Math.floor(totalmem() / 2 ** 30))),
  // The bounds of all tests: they end what hangs, on a machine of any speed. None measures, and no test has its own.
  timeout: 600_000,
  expect: { timeout: bound, toPass: { timeout: bound } },
  use: { actionTimeout: bound, navigationTimeout: bound },
  // A shared machine stalls now and then; `npm test` names what passed only at the second try.
  retries: process.env.CI ? 1 : 0,
  reporter: [
    ['list'],
    ['json', { outputFile: '.cache/e2e-report.json' }],
    ['./e2e/support/left-out-reporter.ts'],
  ],
  projects: hosts
    .filter(({ reason }) => reason === null)
    .map(({ host }) => ({ name: host, use: { hostName: host } })),
});
