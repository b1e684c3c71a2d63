import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { diagramPackage } from './build-diagram-page.ts';

const namesSchema = z.record(z.string(), z.string());
const manifestSchema = z.object({ dependencies: namesSchema, devDependencies: namesSchema });
const packageSchema = z.object({ version: z.string(), license: z.string().optional() });

export type Licence = { name: string; version: string; licence: string };

/** Every package that the app uses when it runs: those of main, and those bundled into the window. */
export function licences(root: string): Licence[] {
  const manifest = manifestSchema.parse(readJson(join(root, 'package.json')));
  const bundled = windowPackages(root);
  return [
    ...Object.keys(manifest.dependencies),
    ...Object.keys(manifest.devDependencies).filter((name) => bundled.has(name) || name === 'electron'),
  ]
    .toSorted()
    .map((name) => {
      const { version, license } = packageSchema.parse(
        readJson(join(root, 'node_modules', name, 'package.json')),
      );
      return { name, version, licence: license ?? 'see its package' };
    });
}

/** The packages that are part of the window. */
export function windowPackages(root: string): ReadonlySet<string> {
  return new Set([...importedBy(root, 'src/renderer'), diagramPackage]);
}

/** The packages that the sources and stylesheets of a folder import; its tests don't count. */
export function importedBy(root: string, folder: string): ReadonlySet<string> {
  const files = globSync(`${folder}/**/*.{ts,tsx,css}`, { cwd: root }).filter(
    (path) => !path.includes('.test.'),
  );
  const imports = files.flatMap((path) => [
    ...readFileSync(join(root, path), 'utf8').matchAll(/(?:from|@import) '((?:@[^/']+\/)?[^./'][^/']*)/g),
  ]);
  return new Set(imports.map(([, name = '']) => name));
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}
