import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

const workflow = z.object({
  on: z.object({ push: z.unknown(), pull_request: z.unknown() }).partial(),
  jobs: z.record(z.string(), z.object({ steps: z.array(z.object({ run: z.string().optional() })) })),
});

test('public CI runs all tests, and those of the window once more in the real Electron on a display', () => {
  const file = join(import.meta.dirname, '../.github/workflows/ci.yml');
  const { on, jobs } = workflow.parse(parse(readFileSync(file, 'utf8')));
  const runs = (job: string) => (jobs[job]?.steps ?? []).flatMap(({ run }) => run ?? []);
  expect(Object.keys(on)).toEqual(['push', 'pull_request']);
  expect(runs('test')).toContain('npm test');
  expect(runs('electron')).toEqual([
    'npm ci',
    // Without its binary the specs would have no such host.
    'node node_modules/electron/install.js',
    expect.stringContaining('userns'),
    'npm run build',
    'xvfb-run --auto-servernum npx playwright test --project=electron',
  ]);
});
