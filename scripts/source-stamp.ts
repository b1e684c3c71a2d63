import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';

const stampFile = 'out/build-stamp';

const inputs = [
  'src/**/*',
  'scripts/{build,source-stamp}.ts',
  'electron.vite.config.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
];

const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path);

/** One text for everything the build depends on, read from the working directory. */
export const sourceStamp = (): string => {
  const hash = createHash('sha256');
  for (const entry of globSync(inputs, { withFileTypes: true }).toSorted(byPath)) {
    const path = `${entry.parentPath}/${entry.name}`;
    if (entry.isFile() && !isTest(path)) hash.update(`${path}\0`).update(readFileSync(path)).update('\0');
  }
  return hash.digest('hex');
};

const byPath = (
  left: { parentPath: string; name: string },
  right: { parentPath: string; name: string },
): number => {
  const [a, b] = [`${left.parentPath}/${left.name}`, `${right.parentPath}/${right.name}`];
  return a < b ? -1 : Number(a > b);
};

export const isBuilt = (): boolean =>
  existsSync(stampFile) && readFileSync(stampFile, 'utf8') === sourceStamp();

export const writeStamp = (stamp: string): void => writeFileSync(stampFile, stamp);
