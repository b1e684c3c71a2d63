import { readFileSync } from 'node:fs';

const packageFolder = new URL('../../', import.meta.url);

/** Returns a file of the package by its path; the same from this source as from the build in `out/cli`. */
export function packageFile(path: string): URL {
  return new URL(path, packageFolder);
}

function ownManifest(): object {
  const manifest: unknown = JSON.parse(readFileSync(packageFile('package.json'), 'utf8'));
  return typeof manifest === 'object' && manifest !== null ? manifest : {};
}

export function ownVersion(): string {
  const manifest = ownManifest();
  return 'version' in manifest ? String(manifest.version) : 'unknown';
}

/** The package for the desktop window, as an argument of npm; the installed Parley names it as a peer. */
export function electronPackage(): string {
  const manifest = ownManifest();
  const peers = 'peerDependencies' in manifest ? manifest.peerDependencies : undefined;
  const isNamed = typeof peers === 'object' && peers !== null && 'electron' in peers;
  return isNamed ? `electron@${String(peers.electron)}` : 'electron';
}
