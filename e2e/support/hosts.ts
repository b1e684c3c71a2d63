import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const projectRoot = resolve(import.meta.dirname, '../..');

export type HostName = 'browser' | 'electron' | 'electron-standin';

type Availability = { host: HostName; reason: string | null };

/** `reason` says why a host cannot be driven here. */
export const hosts: readonly Availability[] = [
  { host: 'browser', reason: null },
  { host: 'electron', reason: electronProblem() },
  { host: 'electron-standin', reason: standinProblem() },
];

/** The file to start Electron with; undefined where its binary was never fetched. */
export function electronBinary(): string | undefined {
  const folder = join(projectRoot, 'node_modules/electron');
  const pathFile = join(folder, 'path.txt');
  if (!existsSync(pathFile)) return undefined;
  const binary = join(folder, 'dist', readFileSync(pathFile, 'utf8').trim());
  return existsSync(binary) ? binary : undefined;
}

function electronProblem(): string | null {
  if (electronBinary() === undefined) return "Electron's binary is not here";
  const needsDisplay = process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY;
  return needsDisplay ? 'there is no display (use xvfb-run)' : null;
}

function standinProblem(): string | null {
  const folder = process.env.ELECTRON_STANDIN;
  if (!folder) return 'ELECTRON_STANDIN names no folder';
  return existsSync(join(folder, 'launch.mjs')) ? null : `${folder} has no launch.mjs`;
}
