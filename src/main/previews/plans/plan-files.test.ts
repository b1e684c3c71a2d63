import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { expect, it, onTestFinished } from 'vitest';
import { workspaceIdSchema } from '../../../shared/ids.ts';
import { temporaryFolder } from '../../../../test/main/temporary-folder.ts';
import { PlanFiles } from './plan-files.ts';

/** Notes every call of these functions of the file system in this process, until the test ends. */
function noteCalls(names: readonly ('writeFileSync' | 'fsyncSync' | 'renameSync')[]): string[] {
  const seen: string[] = [];
  for (const name of names) {
    const real: unknown = Reflect.get(fs, name);
    if (typeof real !== 'function') throw new Error(`There is no ${name}.`);
    Reflect.set(fs, name, (...values: unknown[]): unknown => {
      seen.push(name);
      const result: unknown = Reflect.apply(real, fs, values);
      return result;
    });
    onTestFinished(() => {
      Reflect.set(fs, name, real);
      syncBuiltinESMExports();
    });
  }
  syncBuiltinESMExports();
  return seen;
}

it('brings a plan to the disk before, and its name after, it is in its place', () => {
  const files = new PlanFiles(temporaryFolder());
  const id = workspaceIdSchema.parse('w');
  const seen = noteCalls(['writeFileSync', 'fsyncSync', 'renameSync']);
  files.write(id, 'a-plan.md', '# A');
  expect(seen).toEqual(['writeFileSync', 'fsyncSync', 'renameSync', 'fsyncSync']);
  expect(files.read(id, 'a-plan.md')).toBe('# A');
});
