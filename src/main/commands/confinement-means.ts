import { accessSync, constants } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import type { UnconfinedReason } from '../../shared/permissions/unconfined-reason.ts';
import type { Environment } from './command-environment.ts';

/** The programs that confine a command, or why there are none; `off` if the person wants none. */
type Means =
  | { type: 'there'; programs: { bwrapPath?: string; socatPath?: string } }
  | { type: 'off' }
  | Extract<UnconfinedReason, { type: 'missing' | 'no-means' }>;

/** Returns what this machine has for confining commands, without trying it. */
export function meansOf(env: Environment): Means {
  if (env['PARLEY_CONFINEMENT'] === 'off') return { type: 'off' };
  if (process.platform === 'darwin') return { type: 'there', programs: {} };
  if (process.platform !== 'linux') return { type: 'no-means' };
  const [bwrapPath, socatPath] = [programIn(env, 'bwrap'), programIn(env, 'socat')];
  if (bwrapPath !== undefined && socatPath !== undefined)
    return { type: 'there', programs: { bwrapPath, socatPath } };
  const programs = [
    ...(bwrapPath === undefined ? ['bubblewrap'] : []),
    ...(socatPath === undefined ? ['socat'] : []),
  ];
  const manager = managers.find(([name]) => programIn(env, name) !== undefined)?.[1];
  return { type: 'missing', programs, install: manager ? `${manager} ${programs.join(' ')}` : null };
}

/** Linux package managers with their install commands; the packages have the same names everywhere. */
const managers = [
  ['apt-get', 'sudo apt install'],
  ['dnf', 'sudo dnf install'],
  ['pacman', 'sudo pacman -S'],
  ['zypper', 'sudo zypper install'],
  ['apk', 'sudo apk add'],
] as const;

function programIn({ PATH = '' }: Environment, name: string): string | undefined {
  return PATH.split(delimiter)
    .filter(isAbsolute)
    .map((folder) => join(folder, name))
    .find(canRun);
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
