import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { reportedFailure } from '../../shared/host/host.ts';
import { messageOf } from '../../shared/thrown-error.ts';
import { electronPackage, packageFile } from '../package-file.ts';
import { hasDisplay } from './display.ts';

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

/** Runs the desktop host until it ends, or returns why it cannot run. */
export async function startElectron(options: StartOptions): Promise<ElectronRun> {
  if (!hasDisplay(process.platform, process.env))
    return { status: 'unavailable', reason: 'There is no display for a desktop window.' };
  const electron = await findElectron();
  return electron.status === 'found'
    ? runUntilExit(electron.path, options)
    : { status: 'unavailable', reason: electron.reason };
}

/** `open` allows opening the person's browser. */
export type StartOptions = {
  version: string;
  browser?: boolean;
  port?: number;
  open: boolean;
  /** Leaves a running companion as it is. */
  ifNotRunning?: boolean;
  dataDir?: string;
  workspace?: string;
  /** `parley://workspace/<id>` */
  link?: string;
};

/** `reason` is a sentence for a person. */
type ElectronBinary = { status: 'found'; path: string } | { status: 'missing'; reason: string };

const patienceMs = 20_000;

const require = createRequire(import.meta.url);

function packageDir(): string | undefined {
  try {
    return dirname(require.resolve('electron/package.json'));
  } catch {
    return undefined;
  }
}

/** Returns the binary beside the package `electron`; the package itself would start its download. */
export function installedElectron(dir = packageDir()): string | undefined {
  const name = dir === undefined ? undefined : join(dir, 'path.txt');
  if (dir === undefined || name === undefined || !existsSync(name)) return undefined;
  const binary = join(
    process.env.ELECTRON_OVERRIDE_DIST_PATH ?? join(dir, 'dist'),
    readFileSync(name, 'utf8'),
  );
  return existsSync(binary) ? binary : undefined;
}

type Progress = { percent: number; total: number | null };

/** Returns a listener that prints every tenth of the download once. */
function progressReporter() {
  let printed = -1;
  return ({ percent, total }: Progress): void => {
    const tenth = Math.floor(percent * 10);
    if (tenth === printed || total === null) return;
    printed = tenth;
    process.stderr.write(`Fetching Electron (${Math.round(total / 1e6)} MB): ${tenth * 10} %\n`);
  };
}

/** Reads a JSON object's entries whose values are strings. */
async function readTexts(path: string): Promise<Record<string, string>> {
  const content: unknown = JSON.parse(await readFile(path, 'utf8'));
  const entries = Object.entries(content ?? {});
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/** Fetches the archive into Electron's cache; gives up when no data has come for a while. */
async function download(dir: string): Promise<void> {
  const { downloadArtifact } = await import('@electron/get');
  const stalled = new AbortController();
  const timer = setTimeout(() => stalled.abort(new Error('no data came for 20 seconds')), patienceMs);
  const report = progressReporter();
  try {
    await downloadArtifact({
      artifactName: 'electron',
      version: (await readTexts(join(dir, 'package.json'))).version ?? '',
      checksums: await readTexts(join(dir, 'checksums.json')),
      platform: process.platform,
      arch: process.arch,
      downloadOptions: {
        quiet: true,
        signal: stalled.signal,
        getProgressCallback: (progress: Progress) => {
          timer.refresh();
          report(progress);
        },
      },
    });
  } finally {
    clearTimeout(timer);
  }
}

/** Runs Electron's own installer on the cache, without its output. */
async function unpack(dir: string): Promise<void> {
  const installer = spawn(process.execPath, [join(dir, 'install.js')], { stdio: ['ignore', 2, 2] });
  await once(installer, 'exit');
}

function rootCause(error: unknown): string {
  return error instanceof Error && error.cause instanceof Error ? rootCause(error.cause) : messageOf(error);
}

/** Finds Electron's binary, fetching it if it was never there. */
async function findElectron(): Promise<ElectronBinary> {
  const dir = packageDir();
  if (dir === undefined) {
    const reason = `Electron is not installed; npm install -g ${electronPackage()} brings the desktop window.`;
    return { status: 'missing', reason };
  }
  const present = installedElectron(dir);
  if (present !== undefined) return { status: 'found', path: present };
  process.stderr.write('Fetching Electron for the desktop window, once.\n');
  try {
    await download(dir);
    await unpack(dir);
  } catch (error) {
    return { status: 'missing', reason: `Electron could not be fetched (${rootCause(error)}).` };
  }
  const path = installedElectron(dir);
  if (path !== undefined) return { status: 'found', path };
  return { status: 'missing', reason: 'Electron could not be unpacked.' };
}
