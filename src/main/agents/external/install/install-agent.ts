import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SignInWay } from '../../../../shared/workspace/turn-state.ts';
import { errorCode } from '../../../../shared/thrown-error.ts';
import type { Environment } from '../../../commands/command-environment.ts';
import type { PersonShell } from '../../../commands/person-shell.ts';
import { AgentFailure } from '../failure.ts';
import { findInstalled, installFolder, packageFolder, packageSpec } from '../programs/find-program.ts';
import { asNode } from '../programs/agent-programs.ts';
import type { Preset } from '../vendors/vendor.ts';
import { firstStart, type FirstStartDeps } from './first-start.ts';
import {
  diskFailure,
  explainNpm,
  type InstallFailure,
  npmMissing,
  programMissing,
  setUpFailed,
} from './install-failure.ts';
import { findNpm, runNpm } from './npm.ts';
import { runStored, type RunDeps } from './run-stored.ts';

/** How an install ended; `ways` are those to sign in, where the agent wants that of its person. */
export type InstallEnd =
  | { type: 'installed'; ways: SignInWay[] | undefined }
  | { type: 'stopped' }
  | ({ type: 'failed' } & InstallFailure);

/**
 * An agent to install. `presetIn` returns what starts it, once its package and what that needs are in a folder; undefined
 * where there is no program in it.
 */
export type ToInstall = Pick<Preset, 'name' | 'program' | 'package' | 'version' | 'setUpScript'> & {
  presetIn(folder: string): Promise<Preset | undefined>;
};

type InstallDeps = FirstStartDeps & {
  shell: PersonShell;
  dataDir: string;
  store: RunDeps['store'];
  newMarker: () => string;
  /** The folder in which it comes into being; it is moved to its place once it has started there. */
  staging: string;
  /** Called with each line of what the programs print that install it. */
  onLine: (line: string) => void;
  onChecking: () => void;
};

/**
 * Installs an agent into the data folder: fetches it, runs the one script that its preset names, starts it once, and
 * only then puts it where it is found. Resolves once nothing of that runs any more.
 */
export async function installAgent(
  id: string,
  agent: ToInstall,
  deps: InstallDeps,
  stop: AbortSignal,
): Promise<InstallEnd> {
  const target = installFolder(agent, deps.dataDir);
  try {
    return await fetchAndCheck(id, agent, target, deps, stop);
  } catch (error) {
    if (stop.aborted) return { type: 'stopped' };
    if (error instanceof AgentFailure) return { type: 'failed', ...didNotStart(error) };
    const failure = diskFailure(errorCode(error), target);
    if (failure === undefined) throw error;
    return { type: 'failed', ...failure };
  }
}

async function fetchAndCheck(
  id: string,
  agent: ToInstall,
  target: string,
  deps: InstallDeps,
  stop: AbortSignal,
): Promise<InstallEnd> {
  const { shell, store, newMarker, staging, onLine, onChecking } = deps;
  const env = await shell.environment([]);
  const npm = findNpm(env);
  if (npm === undefined) return { type: 'failed', ...npmMissing };
  const folder = join(staging, 'files');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // npm would otherwise look for a project in the folders above.
  await writeFile(join(folder, 'package.json'), '{"private": true}\n');
  const spec = packageSpec(agent);
  const run: RunDeps = { store, newMarker, onLine, env, cwd: folder };
  const fetched = await runNpm(npm, { spec, folder, cache: join(staging, 'cache') }, run, stop);
  if (fetched.type === 'failed')
    return { type: 'failed', ...explainNpm(fetched, { spec, folder: target, env }) };
  if (fetched.type === 'stopped') return fetched;
  const failed = await setUp(agent, folder, run, stop);
  if (failed !== undefined) return failed;
  const preset = await agent.presetIn(folder);
  const found = preset && findInstalled(preset, folder);
  if (preset === undefined || found === undefined) return { type: 'failed', ...programMissing(spec) };
  onChecking();
  let ways: SignInWay[] | undefined;
  const ending: (() => void)[] = [];
  try {
    ways = await firstStart(id, { preset, found }, deps, {
      onLine,
      onProcess(process) {
        const end = () => void process.end();
        ending.push(() => stop.removeEventListener('abort', end));
        stop.addEventListener('abort', end, { once: true });
        if (stop.aborted) end();
      },
    });
  } finally {
    for (const over of ending) over();
  }
  if (stop.aborted) return { type: 'stopped' };
  await rm(target, { recursive: true, force: true });
  await rename(folder, target);
  return { type: 'installed', ways };
}

/** Runs the script that puts the program of a package in place, with Parley's own Node; undefined where that went well. */
async function setUp(
  agent: ToInstall,
  folder: string,
  run: RunDeps,
  stop: AbortSignal,
): Promise<InstallEnd | undefined> {
  const { setUpScript } = agent;
  if (setUpScript === undefined) return undefined;
  const cwd = packageFolder(agent, folder);
  const file = join(cwd, setUpScript);
  if (!existsSync(file)) return undefined;
  const env: Environment = asNode(run.env);
  const end = await runStored({ file: process.execPath, args: [file] }, { ...run, cwd, env }, stop);
  switch (end.type) {
    case 'stopped':
      return end;
    case 'not-started':
      return { type: 'failed', ...setUpFailed(setUpScript) };
    case 'exited':
      return end.code === 0 ? undefined : { type: 'failed', ...setUpFailed(setUpScript) };
  }
}

function didNotStart({ problem }: AgentFailure): InstallFailure {
  return {
    what: `It was fetched, but does not work here: ${problem.what}`,
    todo: 'See what it printed, then try again.',
  };
}
