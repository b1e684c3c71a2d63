import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** The most bytes of JavaScript that the window may fetch with its page, gzipped. */
const maxInitialBytes = 230_000;

/** The most of these that it may evaluate before it can be used, gzipped. */
const maxEvaluatedBytes = 140_000;

/** A text in zod's core that is still there when it is minified. */
const inZod = '$ZodType';

/** Why a built renderer must not be shipped; `undefined` where it may. */
export function budgetProblem(rendererDir: string): string | undefined {
  const withZod = globSync('**/*.js', { cwd: rendererDir }).filter((path) =>
    readFileSync(join(rendererDir, path), 'utf8').includes(inZod),
  );
  if (withZod.length > 0) return `The window loads zod, in ${withZod.join(', ')}.`;
  const [head = ''] = pageIn(rendererDir).split('</head>', 1);
  const [blocking] = head.match(blocksPaint) ?? [];
  if (blocking !== undefined) return `The first paint waits for ${blocking}.`;
  const fetched = initialBytes(rendererDir);
  if (fetched > maxInitialBytes)
    return `The window fetches ${fetched} bytes of JavaScript (gzip) with its page; ${maxInitialBytes} are allowed.`;
  const evaluated = evaluatedBytes(rendererDir);
  if (evaluated > maxEvaluatedBytes)
    return `The window evaluates ${evaluated} bytes of JavaScript (gzip) before it is usable; ${maxEvaluatedBytes} are allowed.`;
  return undefined;
}

/** Tags in a page's head that a browser fetches before it paints anything. */
const blocksPaint = /<link rel="stylesheet"[^>]*>|<script (?![^>]*type="module")[^>]*>/;

export function initialBytes(rendererDir: string): number {
  return gzipped(scriptsNamed(rendererDir, /(?:src|href)="([^"]+\.js)"/g));
}

export function evaluatedBytes(rendererDir: string): number {
  return gzipped(scriptsNamed(rendererDir, /src="([^"]+\.js)"/g));
}

function gzipped(paths: Iterable<string>): number {
  return Array.from(paths, (path) => gzipSync(readFileSync(path), { level: 9 }).length).reduce(
    (sum, size) => sum + size,
    0,
  );
}

function pageIn(rendererDir: string): string {
  return readFileSync(join(rendererDir, 'index.html'), 'utf8');
}

/** The scripts that match this pattern in the page, and all they import before they run. */
function scriptsNamed(rendererDir: string, naming: RegExp): ReadonlySet<string> {
  const found = new Set(
    [...pageIn(rendererDir).matchAll(naming)].map(([, path = '']) => join(rendererDir, path)),
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
