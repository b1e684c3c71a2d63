import { readFileSync } from 'node:fs';

const packageFolder = new URL('../../', import.meta.url);

/** A file of the package by its path there; the same from this source as from what is built of it in `out/cli`. */
export function packageFile(path: string): URL {
  return new URL(path, packageFolder);
}

/** The version of this Parley. */
export function ownVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(packageFile('package.json'), 'utf8'));
  const hasVersion = typeof manifest === 'object' && manifest !== null && 'version' in manifest;
  return hasVersion ? String(manifest.version) : 'unknown';
}
