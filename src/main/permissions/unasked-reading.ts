import { accessSync, closeSync, constants, lstatSync, openSync, readSync, statSync } from 'node:fs';
import { basename, delimiter, join, relative, resolve } from 'node:path';
import type { ReadsFrom } from '../../shared/permissions/command-table/command-row.ts';
import { belongsToGit, protectionsOf } from '../../shared/files/protected-files.ts';
import { readingCommand } from '../../shared/permissions/reading-command.ts';
import type { Environment } from '../commands/command-environment.ts';
import { type DataFolder, isAtOrUnder } from '../folder/data-folder.ts';
import { futureRealPath, pathsIn } from './command-links.ts';
import { quietGitReading } from './quiet-git-reading.ts';

/** A command that would run: its argv, the folder that it runs in, and the chat's, by absolute paths. */
export type PlainCommand = { argv: readonly string[]; folder: string; chatFolder: string };

type UnaskedReadingDeps = {
  /** The environment of the person's login shell. */
  environment: () => Promise<Environment>;
  dataFolder: Pick<DataFolder, 'paths' | 'isChatFolder'>;
  /** False for a folder that brings something along which the person has not said yes to. */
  mayUseGit: (folder: string) => Promise<boolean>;
};

/**
 * Returns the argv by which a command that reads only runs without a card; undefined where the person has to be asked.
 * It runs if
 * - the command table knows all of its words, and its effect is `reads`
 * - each word that may be a path resolves inside the chat's folder, to a regular file or a folder to be listed, and
 *   neither it nor what a link leads to may hold secrets or is git's own
 * - its program lies outside the folder, and is not one that picks another by the folder's files
 * - for git: `quietGitReading` says so
 */
export async function unaskedReading(
  { argv, folder, chatFolder }: PlainCommand,
  { environment, dataFolder, mayUseGit }: UnaskedReadingDeps,
): Promise<string[] | undefined> {
  const reading = process.platform === 'win32' ? undefined : readingCommand(argv);
  const root = futureRealPath(chatFolder);
  const place = futureRealPath(folder);
  if (reading === undefined || root === undefined || place === undefined) return undefined;
  const holdsData = dataFolder.paths().some((path) => isAtOrUnder(path, root));
  if (holdsData || !isReadable(place, { root, folder: root, from: 'names' })) return undefined;
  const { readsFrom: from, paths } = reading;
  const words = argv.flatMap((word) => pathsIn(word));
  const named = words.filter((word) => isThere(resolve(place, word)));
  if (!named.every((path) => isReadable(path, { root, folder: place, from: 'names' }))) return undefined;
  if (!paths.every((path) => isReadable(path, { root, folder: place, from }))) return undefined;
  const env = await environment();
  const program = programOf(argv[0] ?? '', { place, root, env, from });
  if (program === undefined) return undefined;
  if (from !== 'repository') return [program, ...argv.slice(1)];
  if (!(await mayUseGit(chatFolder))) return undefined;
  return quietGitReading({ argv, reading, program, folder: place, root, env });
}

type Place = { root: string; folder: string; from: ReadsFrom };

/** True for a path that leads to something in the chat's folder which anybody may read, or to nothing there. */
function isReadable(path: string, { root, folder, from }: Place): boolean {
  const asked = resolve(folder, path);
  const real = futureRealPath(asked);
  if (real === undefined || !isAtOrUnder(real, root)) return false;
  const names = [relative(root, real), relative(root, asked)].filter((name) => name !== '');
  if (names.some(belongsToGit) || protectionsOf(...names).includes('holds-secrets')) return false;
  const stats = statSync(real, { throwIfNoEntry: false });
  const takesFolders = from === 'names' || from === 'repository';
  return stats === undefined || stats.isFile() || (takesFolders && stats.isDirectory());
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

type Search = { place: string; root: string; env: Environment; from: ReadsFrom };

/**
 * Returns the program that a name stands for, by its absolute path. Undefined where the first one of the `PATH` lies in
 * the folder, or leads to another program: managers of versions choose by files of the folder what runs.
 */
function programOf(name: string, { place, root, env, from }: Search): string | undefined {
  const entries = (env['PATH'] ?? '').split(delimiter).map((entry) => resolve(place, entry));
  const outside = (entry: string) => !isAtOrUnder(futureRealPath(entry) ?? root, root);
  // What is found there depends on folders that are left out.
  if (from === 'programs' && !entries.every(outside)) return undefined;
  const entry = entries.find((one) => isProgram(join(one, name)));
  if (entry === undefined || !outside(entry)) return undefined;
  const file = join(entry, name);
  // The program that starts it takes such a path for a variable.
  if (file.includes('=')) return undefined;
  const real = futureRealPath(file);
  if (real === undefined || isAtOrUnder(real, root) || isShim(name, file, real)) return undefined;
  return file;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** Programs that are many, by the name that they are started with. */
const manyInOne = /^g?(?:coreutils|busybox|toybox)$/;

/** Folders of the system, whose scripts are its own. */
const ofSystem = /^\/(?:usr\/)?s?bin\//;

/** True for what may start another program of the name, as far as its place and first letters tell. */
function isShim(name: string, file: string, real: string): boolean {
  const target = basename(real);
  const isNamed = target.startsWith(name) && /^(?:$|[-.\d])/.test(target.slice(name.length));
  if (!isNamed && !manyInOne.test(target)) return true;
  if ([file, real].some((path) => path.split('/').includes('shims'))) return true;
  return !ofSystem.test(real) && startOf(real) === '#!';
}

function startOf(file: string): string {
  const open = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(2);
    return bytes.toString('latin1', 0, readSync(open, bytes));
  } finally {
    closeSync(open);
  }
}
