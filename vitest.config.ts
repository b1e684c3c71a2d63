import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
    environment: 'node',
    restoreMocks: true,
    // Property tests take a second alone, and several on a machine that does much else.
    testTimeout: 20_000,
    coverage: { provider: 'v8', include: ['src/**'], reportsDirectory: '.cache/coverage' },
  },
});
