import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { ownModuleTests, slowTests } from './scripts/unit-tests.ts';

/** Ends what hangs, in milliseconds. Nothing is measured by it: a slow machine that does much else takes its time. */
const longestWait = 120_000;

export default defineConfig({
  test: {
    environment: 'node',
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    // Some tests only wait, so that one worker more than there are processors keeps all of them at work.
    maxWorkers: availableParallelism() + 1,
    // A wait that hangs ends before its test does, and says what it waited for.
    expect: { poll: { timeout: longestWait, interval: 20 } },
    testTimeout: 2 * longestWait,
    hookTimeout: 2 * longestWait,
    // A shared machine stalls now and then; `npm test` names what passed only at the second try.
    retry: process.env.CI ? 1 : 0,
    setupFiles: ['scripts/mark-retried.ts'],
    // Processes that tests start read what an earlier one compiled.
    // Commands are confined in the tests about that alone.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, '.cache/compile'), PARLEY_CONFINEMENT: 'off' },
    coverage: { provider: 'v8', include: ['src/**'], reportsDirectory: '.cache/coverage' },
    projects: [
      {
        extends: true,
        test: {
          name: 'fast',
          include: ['{src,test}/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'bench/**/*.test.ts'],
          exclude: [...slowTests, ...ownModuleTests],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'slow', include: slowTests, isolate: false } },
      { extends: true, test: { name: 'own modules', include: ownModuleTests } },
    ],
  },
});
