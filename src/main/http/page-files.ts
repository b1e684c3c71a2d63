import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';

/** One file of the built page, with the compressed forms that the build left beside it. */
export type PageFile = { type: string; plain: Buffer; br?: Buffer; gzip?: Buffer };

/** The files of the page by their path in an address, for example `/assets/index-1.js`. */
export type PageFiles = ReadonlyMap<string, PageFile>;

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};

/**
 * Reads the built page into memory, once, and one file after the other: that takes a quarter of what
 * hundreds at once do. A host outlives the folder it was started from: a new build replaces it, and an
 * open window still asks for the old one's files.
 */
export function readPageFiles(rendererDir: string): PageFiles {
  const contents = new Map(
    readdirSync(rendererDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((path) => [path, readFileSync(path)]),
  );
  const files = new Map<string, PageFile>();
  for (const [path, plain] of contents) {
    const type = types[extname(path)];
    if (type === undefined) continue;
    const [br, gzip] = [contents.get(`${path}.br`), contents.get(`${path}.gz`)];
    files.set(`/${relative(rendererDir, path).replaceAll(sep, '/')}`, {
      type,
      plain,
      ...(br && { br }),
      ...(gzip && { gzip }),
    });
  }
  return files;
}

/** The file at an address' path; `undefined` for what is not part of the page. */
export function pageFileAt(files: PageFiles, path: string): PageFile | undefined {
  return files.get(path === '/' ? '/index.html' : path);
}
