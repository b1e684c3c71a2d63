import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';

const root = join(import.meta.dirname, '..');
const packageSchema = z.object({
  dependencies: z.record(z.string(), z.string()),
  optionalDependencies: z.record(z.string(), z.string()),
});

test('every package that runs with Parley is named with its reason', () => {
  const { dependencies, optionalDependencies } = packageSchema.parse(
    JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')),
  );
  const page = readFileSync(join(root, 'docs/dependencies.md'), 'utf8');
  const named = new Set(Array.from(page.matchAll(/`([^`]+)`/g), ([, name]) => name));
  const missing = Object.keys({ ...dependencies, ...optionalDependencies }).filter(
    (name) => !named.has(name),
  );
  expect(missing).toEqual([]);
});
