import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'bench/**/*.test.ts'],
    environment: 'node',
    restoreMocks: true,
    coverage: { provider: 'v8', include: ['src/**'], reportsDirectory: '.cache/coverage' },
  },
});
