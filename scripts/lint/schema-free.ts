import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

const runtimeImport = /^(?:import|export)\s+(?!type\b)(?:[^'";]*?\sfrom\s+)?'([^']+)'/gm;

/** True when loading a file at run time loads zod too, by itself or by its imports. */
export function loadsZod(file: string, seen = new Set<string>()): boolean {
  if (seen.has(file)) return false;
  seen.add(file);
  const specifiers = [...readFileSync(file, 'utf8').matchAll(runtimeImport)].map(
    ([, specifier]) => specifier,
  );
  return specifiers.some((specifier) => {
    if (specifier === undefined) return false;
    if (!specifier.startsWith('.')) return specifier === 'zod';
    return /\.tsx?$/.test(specifier) && loadsZod(resolve(dirname(file), specifier), seen);
  });
}
