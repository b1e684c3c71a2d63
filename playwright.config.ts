import { defineConfig } from '@playwright/test';
import { findChromium } from './e2e/support/chromium.ts';
import { hosts } from './e2e/support/hosts.ts';
import type { HostOptions } from './e2e/support/parley.ts';

process.env.CHROMIUM = await findChromium();

export default defineConfig<HostOptions>({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  workers: 3,
  timeout: 45_000,
  expect: { timeout: 10_000 },
  reporter: [
    ['list'],
    ['json', { outputFile: '.cache/e2e-report.json' }],
    ['./e2e/support/left-out-reporter.ts'],
  ],
  use: { screenshot: 'only-on-failure' },
  projects: hosts
    .filter(({ reason }) => reason === null)
    .map(({ host }) => ({ name: host, use: { hostName: host } })),
});
