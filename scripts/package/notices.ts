import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { windowPackages } from '../licences.ts';
import type { Manifest } from './manifest.ts';
import { neededPackages } from './needed-packages.ts';

export type NoticedPackage = { name: string; version: string; licence: string; text: string };

export function noticedPackages(root: string, manifest: Manifest): NoticedPackage[] {
  const inWindow = windowPackages(root);
  const names = [
    ...Object.keys(manifest.dependencies),
    ...Object.keys(manifest.optionalDependencies),
    ...Object.keys(manifest.devDependencies).filter((name) => inWindow.has(name)),
  ];
  return neededPackages(root, names)
    .map(({ folder, name, version, license }) => ({
      name,
      version,
      licence: license ?? 'see below',
      text: licenceText(folder),
    }))
    .toSorted((a, b) => (`${a.name}@${a.version}` < `${b.name}@${b.version}` ? -1 : 1));
}

function licenceText(folder: string): string {
  const files = globSync('{LICEN[SC]E,NOTICE,COPYING,OFL,licen[sc]e}{,.*,-*}', { cwd: folder }).toSorted();
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim());
  return texts.map((text) => text.replaceAll('\r\n', '\n')).join('\n\n');
}

const line = '-'.repeat(78);

/** The text of the file of notices; packages with the same text share it. */
export function noticesText(packages: readonly NoticedPackage[]): string {
  const byText = Map.groupBy(packages, ({ text, licence }) => (text === '' ? licence : text));
  const parts = Array.from(byText, ([text, sharing]) => {
    const names = sharing.map(({ name, version, licence }) => `${name} ${version} (${licence})`);
    const [first] = sharing;
    const body =
      first?.text === '' ? `Licensed under ${first.licence}; its package has no text of it.` : text;
    return [line, ...names, '', body, ''].join('\n');
  });
  return ['Parley contains or runs with these packages.', '', ...parts].join('\n');
}
