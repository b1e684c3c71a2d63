import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { reportedFailure } from '../../shared/host/exit-code.ts';
import { packageFile } from '../package-file.ts';
import { hasDisplay } from './display.ts';
import { findElectron } from './electron-binary.ts';

/** `reason` is a sentence for a person. */
type ElectronRun = { status: 'ended'; code: number } | { status: 'unavailable'; reason: string };

/** An Electron that fails within this time never showed a window. */
const startTakesMs = 10_000;

const signals: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

function electronArguments({ dataDir, workspace, port, link }: StartOptions): string[] {
  const args = [fileURLToPath(packageFile('.'))];
  if (dataDir !== undefined) args.push(`--data-dir=${dataDir}`);
  if (workspace !== undefined) args.push(`--workspace=${workspace}`);
  if (port !== undefined) args.push(`--port=${port}`);
  if (link !== undefined) args.push(link);
  return args;
}

/** Runs Electron's binary until it ends. */
export async function runUntilExit(binary: string, options: StartOptions): Promise<ElectronRun> {
  const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env;
  const startedAt = performance.now();
  const child = spawn(binary, electronArguments(options), { stdio: ['ignore', 'inherit', 'inherit'], env });
  let wasAskedToEnd = false;
  const passOn = (signal: NodeJS.Signals): void => {
    wasAskedToEnd = true;
    child.kill(signal);
  };
  for (const signal of signals) process.on(signal, passOn);
  const code = await once(child, 'exit').then(
    ([exitCode]: unknown[]) => (typeof exitCode === 'number' ? exitCode : 1),
    () => 1,
  );
  for (const signal of signals) process.off(signal, passOn);
  if (code === reportedFailure) return { status: 'ended', code: 1 };
  const failedToStart = code !== 0 && performance.now() - startedAt < startTakesMs;
  if (failedToStart && !wasAskedToEnd)
    return { status: 'unavailable', reason: `Electron could not start here (it ended with code ${code}).` };
  return { status: 'ended', code };
}

/** Runs the desktop host until it ends, or returns the reason why it cannot run. */
export async function startElectron(options: StartOptions): Promise<ElectronRun> {
  if (!hasDisplay(process.platform, process.env))
    return { status: 'unavailable', reason: 'There is no display for a desktop window.' };
  const electron = await findElectron();
  return electron.status === 'found'
    ? runUntilExit(electron.path, options)
    : { status: 'unavailable', reason: electron.reason };
}

/** `open`: whether the person's browser may be opened. */
export type StartOptions = {
  version: string;
  browser?: boolean;
  port?: number;
  open: boolean;
  /** Leaves a companion that runs already as it is. */
  ifNotRunning?: boolean;
  dataDir?: string;
  workspace?: string;
  /** `parley://workspace/<id>` */
  link?: string;
};
