import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';

const namesSchema = z.record(z.string(), z.string()).default({});
const packageSchema = z.object({
  name: z.string(),
  version: z.string(),
  license: z.string().optional(),
  dependencies: namesSchema,
  optionalDependencies: namesSchema,
});

export type NeededPackage = { folder: string; name: string; version: string; license: string | undefined };

/**
 * The installed packages of these names and all that they need, in no order; what is not installed is left out.
 */
export function neededPackages(checkout: string, names: readonly string[]): NeededPackage[] {
  const root = resolve(checkout);
  const found = new Map<string, NeededPackage>();
  const waiting = names.map((name) => ({ name, from: root }));
  for (const { name, from } of waiting) {
    const folder = folderOf(name, from, root);
    if (folder === undefined || found.has(folder)) continue;
    const { version, license, ...needs } = packageSchema.parse(
      JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')),
    );
    found.set(folder, { folder, name, version, license });
    const needed = Object.keys({ ...needs.dependencies, ...needs.optionalDependencies });
    waiting.push(...needed.map((other) => ({ name: other, from: folder })));
  }
  return [...found.values()];
}

/** The folder in which Node would find a package; undefined where an optional one is not installed. */
function folderOf(name: string, from: string, root: string): string | undefined {
  const folder = join(from, 'node_modules', name);
  if (existsSync(join(folder, 'package.json'))) return folder;
  return from === root ? undefined : folderOf(name, dirname(from), root);
}
