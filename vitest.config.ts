import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Tests that start processes, wait for real time-outs, or try a thing hundreds of times: `npm run check` leaves them out. */
const slowTests = [
  'scripts/build-lock.test.ts',
  'scripts/lint/rules.test.ts',
  'scripts/start-budget.test.ts',
  'src/cli/ask-user-question.test.ts',
  'src/cli/asking/ask.test.ts',
  'src/cli/print.test.ts',
  'src/cli/terminal/terminal.test.ts',
  'src/main/agents/model/providers/endless-answers.test.ts',
  'src/main/discovery/claim-data-dir.test.ts',
  'src/main/folder/edit-kills.test.ts',
  'src/main/folder/refused-paths.test.ts',
  'src/main/http/unauthenticated-sockets.test.ts',
  'src/main/outside/mcp/bridge-process.test.ts',
  'src/main/outside/mcp/bridge-without-parley.test.ts',
  'src/main/outside/mcp/mcp-cancel-touched.test.ts',
  'src/main/outside/mcp/mcp-cancel.test.ts',
  'src/main/outside/mcp/mcp-delivery.test.ts',
  'src/main/outside/mcp/mcp-folder.test.ts',
  'src/main/outside/mcp/mcp-review.test.ts',
  'src/main/outside/mcp/mcp.test.ts',
  'src/main/storage/data-folder-faults.test.ts',
  'src/main/storage/recovery/damaged-wal.test.ts',
  'src/main/storage/recovery/invalid-rows.test.ts',
  'src/main/storage/recovery/lost-pages.test.ts',
  'src/main/storage/recovery/recovery.test.ts',
  'src/renderer/ui/highlight/find-spans.test.ts',
];

/** Tests that put another module in the place of Electron. */
const mockingTests = ['src/main/electron/desktop-surface.test.ts', 'src/main/electron/own-frame.test.ts'];

const missing = [...slowTests, ...mockingTests].filter(
  (file) => !existsSync(join(import.meta.dirname, file)),
);
if (missing.length > 0) throw new Error(`vitest.config.ts names what is not there: ${missing.join(', ')}`);

export default defineConfig({
  test: {
    environment: 'node',
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    // Some tests only wait, so that one worker more than there are processors keeps all of them at work.
    maxWorkers: availableParallelism() + 1,
    // Property tests take a second alone, and several on a machine that does much else.
    testTimeout: 20_000,
    // Processes that tests start read what an earlier one compiled.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, '.cache/compile') },
    coverage: { provider: 'v8', include: ['src/**'], reportsDirectory: '.cache/coverage' },
    projects: [
      {
        extends: true,
        test: {
          name: 'fast',
          include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'bench/**/*.test.ts'],
          exclude: [...slowTests, ...mockingTests],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'slow', include: slowTests, isolate: false } },
      { extends: true, test: { name: 'mocking', include: mockingTests } },
    ],
  },
});
