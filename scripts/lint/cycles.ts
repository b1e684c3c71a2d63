import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseSync } from 'oxc-parser';

/** The files of the project that a file imports: values, types, and what it awaits. Each file is read once a run. */
const imported = new Map<string, readonly string[]>();

const reached = new Map<string, ReadonlySet<string>>();

/**
 * Returns the files from a file over its imports to another one, first and last included; undefined where no way
 * leads there. Paths are absolute.
 */
export function importPath(from: string, to: string): string[] | undefined {
  if (!reachOf(from).has(to)) return undefined;
  const cameFrom = new Map<string, string | undefined>([[from, undefined]]);
  for (const file of cameFrom.keys()) {
    if (file === to) break;
    for (const next of importsOf(file)) if (!cameFrom.has(next)) cameFrom.set(next, file);
  }
  const path: string[] = [];
  for (let at: string | undefined = to; at !== undefined; at = cameFrom.get(at)) path.unshift(at);
  return path;
}

/** Returns the file and everything that it loads or names, however far off. */
function reachOf(file: string): ReadonlySet<string> {
  const known = reached.get(file);
  if (known !== undefined) return known;
  const reach = new Set([file]);
  for (const at of reach) for (const next of importsOf(at)) reach.add(next);
  reached.set(file, reach);
  return reach;
}

function importsOf(file: string): readonly string[] {
  const known = imported.get(file);
  if (known !== undefined) return known;
  const found = readImports(file);
  imported.set(file, found);
  return found;
}

function readImports(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  const { staticImports, staticExports, dynamicImports } = parseSync(file, text).module;
  const specifiers = [
    ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest?.value)),
    ...dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start + 1, end - 1)),
  ];
  return specifiers.flatMap((specifier) => {
    if (specifier?.startsWith('.') !== true || !/\.tsx?$/.test(specifier)) return [];
    const target = resolve(dirname(file), specifier);
    return existsSync(target) ? [target] : [];
  });
}
