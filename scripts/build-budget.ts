import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** What the window may load before it is usable, gzipped. */
const maxInitialBytes = 200_000;

/** A text that zod's core holds and its minified form keeps. */
const inZod = '$ZodType';

/** Why a built renderer must not be shipped, or `undefined`. */
export function budgetProblem(rendererDir: string): string | undefined {
  const withZod = globSync('**/*.js', { cwd: rendererDir }).filter((path) =>
    readFileSync(join(rendererDir, path), 'utf8').includes(inZod),
  );
  if (withZod.length > 0) return `The window loads zod, in ${withZod.join(', ')}.`;
  const bytes = initialBytes(rendererDir);
  if (bytes <= maxInitialBytes) return undefined;
  return `The window loads ${bytes} bytes of JavaScript (gzip) before it is usable; ${maxInitialBytes} are allowed.`;
}

/** How much JavaScript the window loads before it is usable, gzipped. */
export function initialBytes(rendererDir: string): number {
  return [...initialScripts(rendererDir)]
    .map((path) => gzipSync(readFileSync(path), { level: 9 }).length)
    .reduce((sum, size) => sum + size, 0);
}

/** The scripts that the page names and all they import before they run. */
function initialScripts(rendererDir: string): ReadonlySet<string> {
  const page = readFileSync(join(rendererDir, 'index.html'), 'utf8');
  const found = new Set(
    [...page.matchAll(/(?:src|href)="([^"]+\.js)"/g)].map(([, path = '']) => join(rendererDir, path)),
  );
  for (const script of found) {
    const code = readFileSync(script, 'utf8');
    for (const [, path = ''] of code.matchAll(
      /(?:^|[;\s}])(?:import|export)\b[^;'"()]*?["'](\.[^"']+\.js)["']/g,
    )) {
      found.add(join(script, '..', path));
    }
  }
  return found;
}
