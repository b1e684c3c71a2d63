import { globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';

/** The packages that built scripts import by name, at once or later, sorted; without Node's own modules. */
export function importedPackages(folder: string): string[] {
  const files = globSync('**/*.js', { cwd: folder });
  const named = files.flatMap((file) => specifiers(file, readFileSync(join(folder, file), 'utf8')));
  const packages = named.flatMap((specifier) => /^(?:@[^/]+\/)?[^./@][^/]*/.exec(specifier)?.[0] ?? []);
  return [...new Set(packages)].filter((name) => !isBuiltin(name) && !name.startsWith('node:')).toSorted();
}

function specifiers(file: string, code: string): string[] {
  const { module } = parseSync(file, code);
  return [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
    ...module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => literal(code.slice(start, end))),
    // How a module loads a CommonJS package.
    ...Array.from(
      code.matchAll(/createRequire\(import\.meta\.url\)\(['"`]([^'"`]+)['"`]\)/g),
      ([, name = '']) => name,
    ),
  ];
}

/** The value of a string literal; nothing for a computed one. */
function literal(text: string): string[] {
  const [, value] = /^\s*['"`]([^'"`$]+)['"`]\s*$/.exec(text) ?? [];
  return value === undefined ? [] : [value];
}
