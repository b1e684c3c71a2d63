import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  openSync,
  readFileSync,
  readSync,
  realpathSync,
} from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import type { Environment } from '../../../commands/command-environment.ts';
import type { Preset } from '../vendors/vendor.ts';
import { isRecord } from '../json-fields.ts';

/** A preset as it was found on this machine: the file to start, and its version where that is known. */
export type FoundProgram = {
  file: string;
  args: readonly string[];
  isScript: boolean;
  version: string | null;
  path: string;
};

type SearchPaths = { env: Environment; dataDir: string; home: string };

/** The folder in which Parley installs agents for a person. */
export function agentsFolder(dataDir: string): string {
  return join(dataDir, 'agents');
}

/** The folder in which Parley installs one of them. */
export function installFolder({ program }: Pick<Preset, 'program'>, dataDir: string): string {
  return join(agentsFolder(dataDir), program);
}

/** Returns what npm installs for a preset. */
export function packageSpec({ package: name, version }: Pick<Preset, 'package' | 'version'>): string {
  return `${name}@${version}`;
}

/** Looks for a preset: as Parley installed it, then on the path, then where such programs usually are. */
export function findProgram(preset: Preset, { env, dataDir, home }: SearchPaths): FoundProgram | undefined {
  // Before Parley had folders for each, its person installed them into one.
  const installed =
    findInstalled(preset, installFolder(preset, dataDir)) ?? findInstalled(preset, agentsFolder(dataDir));
  if (installed !== undefined) return installed;
  const folders = [...(env['PATH'] ?? '').split(delimiter), ...usualFolders(home, preset.folders)];
  for (const place of folders) {
    const file = join(place, preset.program);
    if (place === '' || !place.startsWith('/') || !canRun(file)) continue;
    return { file, args: preset.args, isScript: false, version: versionOf(file, preset.package), path: file };
  }
  return undefined;
}

/** Looks for a preset in a folder that npm installed it into. */
export function findInstalled(preset: Preset, folder: string): FoundProgram | undefined {
  const own = packageFolder(preset, folder);
  const entry = join(own, preset.entry);
  if (!existsSync(entry)) return undefined;
  const isScript = /\.[cm]?js$/.test(entry) || isForNode(entry);
  return { file: entry, args: preset.args, isScript, version: versionIn(own), path: entry };
}

/** True of a file whose first line has Node run it. */
function isForNode(file: string): boolean {
  const opened = openSync(file, 'r');
  try {
    const start = Buffer.alloc(64);
    readSync(opened, start);
    return /^#!.*\bnode\b/.test(start.toString('latin1').split('\n')[0] ?? '');
  } finally {
    closeSync(opened);
  }
}

/** Returns the file of an installed package that is its program; `command` names one of several. */
export function programIn(folder: string, command: string | undefined): string | undefined {
  const about = aboutPackage(folder);
  const { bin, name } = about ?? {};
  if (typeof bin === 'string') return bin;
  const programs = new Map(Object.entries(isRecord(bin) ? bin : {}));
  const usual = typeof name === 'string' ? name.replace(/^@.*\//, '') : '';
  const found =
    programs.get(command ?? usual) ??
    (command === undefined && programs.size === 1 ? [...programs.values()][0] : undefined);
  return typeof found === 'string' ? found : undefined;
}

function aboutPackage(folder: string): Record<string, unknown> | undefined {
  try {
    const about: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return isRecord(about) ? about : undefined;
  } catch {
    return undefined;
  }
}

/** The folder of a preset's own package in a folder that npm installed it into. */
export function packageFolder({ package: name }: Pick<Preset, 'package'>, folder: string): string {
  return join(folder, 'node_modules', name);
}

function usualFolders(home: string, own: readonly string[] = []): string[] {
  return [
    ...['.local/bin', '.npm-global/bin', '.bun/bin', '.volta/bin', ...own].map((path) => join(home, path)),
    '/usr/local/bin',
    '/opt/homebrew/bin',
  ];
}

function canRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The version in the package that a program belongs to. */
function versionOf(file: string, name: string): string | null {
  try {
    for (let folder = dirname(realpathSync(file)); folder !== dirname(folder); folder = dirname(folder)) {
      const version = versionIn(folder, name);
      if (version !== null) return version;
    }
  } catch {
    // A program without a package says its version itself once it runs.
  }
  return null;
}

function versionIn(folder: string, name?: string): string | null {
  const about = aboutPackage(folder);
  if (about === undefined || (name !== undefined && about['name'] !== name)) return null;
  return typeof about['version'] === 'string' ? about['version'] : null;
}
