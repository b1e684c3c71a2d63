import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const stampFile = 'build-stamp';

/** What a build is made of. */
const inputs = [
  'src',
  'src/**/*',
  'gallery',
  'gallery/**/*',
  'scripts/{build*,gallery,licences,process-as-it-is,source-stamp}.ts',
  'electron.vite.config.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
];

/** How far the clock of a file system may differ from that of the process. */
const clockSlackMs = 50;

/** The files and folders that a build depends on, in a fixed order; without tests. */
export function buildInputs(root: string): string[] {
  return globSync(inputs, { cwd: root, exclude: ['**/*.test.{ts,tsx}'] }).toSorted();
}

/** One text that changes with everything the build depends on. */
function sourceStamp(root: string): string {
  const hash = createHash('sha256');
  for (const path of buildInputs(root)) {
    const place = join(root, path);
    if (statSync(place).isFile()) hash.update(`${path}\0`).update(readFileSync(place)).update('\0');
  }
  return hash.digest('hex');
}

/** True when a folder holds a complete build of the present sources. */
export function isBuilt(outDir = 'out', root = '.'): boolean {
  const file = join(outDir, stampFile);
  return existsSync(file) && readFileSync(file, 'utf8') === sourceStamp(root);
}

/**
 * Builds into a folder and marks it as a build of the sources. It gets no mark where anything changed meanwhile,
 * even if that was changed back, since nobody knows what the build has read.
 */
export async function stamped(outDir: string, build: () => Promise<void>, root = '.'): Promise<void> {
  const [stamp, begun] = [sourceStamp(root), Date.now() - clockSlackMs];
  await build();
  const isUntouched = buildInputs(root).every((path) => statSync(join(root, path)).ctimeMs < begun);
  if (isUntouched) writeFileSync(join(outDir, stampFile), stamp);
}

/** Must be called before anything but the build writes to `out/`. */
export function forgetBuild(): void {
  rmSync(join('out', stampFile), { force: true });
}
