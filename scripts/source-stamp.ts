import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const stampFile = 'build-stamp';

const inputs = [
  'src/**/*',
  'scripts/{build*,source-stamp}.ts',
  'electron.vite.config.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
];

function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path);
}

/** One text for everything the build depends on, read from the working directory. */
export function sourceStamp(): string {
  const hash = createHash('sha256');
  for (const entry of globSync(inputs, { withFileTypes: true }).toSorted(byPath)) {
    const path = `${entry.parentPath}/${entry.name}`;
    if (entry.isFile() && !isTest(path)) hash.update(`${path}\0`).update(readFileSync(path)).update('\0');
  }
  return hash.digest('hex');
}

function byPath(
  left: { parentPath: string; name: string },
  right: { parentPath: string; name: string },
): number {
  const [a, b] = [`${left.parentPath}/${left.name}`, `${right.parentPath}/${right.name}`];
  return a < b ? -1 : Number(a > b);
}

/** True when a folder holds a whole build of the sources as they are. */
export function isBuilt(outDir = 'out'): boolean {
  const file = join(outDir, stampFile);
  return existsSync(file) && readFileSync(file, 'utf8') === sourceStamp();
}

export function writeStamp(outDir: string, stamp: string): void {
  writeFileSync(join(outDir, stampFile), stamp);
}

/** To be called before something else than the build writes to `out/`. */
export function forgetBuild(): void {
  rmSync(join('out', stampFile), { force: true });
}
