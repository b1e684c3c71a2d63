import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Environment, withMarker } from '../commands/command-environment.ts';

export type HostParts = {
  /** The chat's folder, in which it runs. */
  folder: string;
  files: readonly string[];
  env: Environment;
  /** Names its processes in their environment. */
  marker: string;
};

/** Starts the process of a chat's tools, which writes its messages to the descriptor 3. */
export function spawnToolHost(parts: HostParts): ChildProcess {
  const asNode = process.versions['electron'] === undefined ? {} : { ELECTRON_RUN_AS_NODE: '1' };
  return spawn(process.execPath, [hostFile(), parts.folder, ...parts.files], {
    cwd: parts.folder,
    env: { ...withMarker(parts.env, parts.marker), ...asNode },
    stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
}

/** Returns the program of the process: beside this file, or in the build. */
function hostFile(): string {
  const here = import.meta.dirname;
  const places = [join(here, 'tool-host.ts'), join(here, 'tool-host.js'), join(here, '..', 'tool-host.js')];
  return places.find((place) => existsSync(place)) ?? join(here, 'tool-host.js');
}
