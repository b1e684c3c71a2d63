import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { importedPackages } from './imported-packages.ts';
import { desktopManifest, installedManifest, type Manifest, manifestSchema } from './manifest.ts';
import { neededPackages } from './needed-packages.ts';
import { noticedPackages, noticesText } from './notices.ts';

export const noticesFile = 'THIRD-PARTY-NOTICES.txt';

const ofTheCheckout: ReadonlySet<string> = new Set(['.compile-cache', 'build-stamp', 'own-chunks']);

/** Makes the folder that `npm pack` packs. Returns its manifest. */
export function stageInstalled(root: string, stage: string) {
  const manifest = copyBuild(root, stage, []);
  const staged = installedManifest(manifest, importedPackages(join(stage, 'out')));
  writeManifest(stage, staged);
  return staged;
}

/**
 * Makes the folder that the desktop packages are made of: without the commands, and with the packages it needs.
 */
export function stageDesktop(root: string, stage: string) {
  const manifest = copyBuild(root, stage, ['cli']);
  const staged = desktopManifest(manifest, importedPackages(join(stage, 'out')));
  const names = Object.keys({ ...staged.dependencies, ...staged.optionalDependencies });
  for (const { folder } of neededPackages(root, names))
    copyPackage(folder, join(stage, relative(root, folder)));
  writeManifest(stage, staged);
  return staged;
}

/**
 * Copies the build without what earlier builds left there, and writes the notices. Returns the checkout's
 * manifest.
 */
function copyBuild(root: string, stage: string, leftOut: readonly string[]): Manifest {
  const out = join(root, 'out');
  const chunks = join('main', 'chunks');
  const own = new Set(readFileSync(join(out, 'main/own-chunks'), 'utf8').split('\n'));
  rmSync(stage, { recursive: true, force: true });
  mkdirSync(stage, { recursive: true });
  cpSync(out, join(stage, 'out'), {
    recursive: true,
    filter(file) {
      const isLeftOver = relative(out, dirname(file)) === chunks && !own.has(basename(file));
      return !isLeftOver && !ofTheCheckout.has(basename(file)) && !leftOut.includes(relative(out, file));
    },
  });
  for (const file of ['LICENSE', 'README.md', 'CHANGELOG.md']) cpSync(join(root, file), join(stage, file));
  const manifest = manifestSchema.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  writeFileSync(join(stage, noticesFile), noticesText(noticedPackages(root, manifest)));
  return manifest;
}

/** Copies a package without the packages nested in it, which are copied where they are needed. */
function copyPackage(from: string, to: string): void {
  cpSync(from, to, { recursive: true, filter: (file) => !relative(from, file).startsWith('node_modules') });
}

function writeManifest(stage: string, manifest: object): void {
  writeFileSync(join(stage, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
}
