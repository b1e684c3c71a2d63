import { homedir } from 'node:os';
import { parse, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { App } from '../app.ts';
import { claimDataDir } from '../discovery/claim-data-dir.ts';
import { findDataDir } from '../discovery/data-dir.ts';
import type { DataDirLock } from '../discovery/data-dir-lock.ts';
import { listenProblem } from '../http/listen.ts';
import { type LoopbackHost, startLoopbackHost } from '../http/loopback-host.ts';
import { closeOnSignals } from './close-on-signals.ts';

export type BrowserHostOptions = {
  version: string;
  dataDir: string | undefined;
  workspace: string | undefined;
  /** 0 is any free one; `undefined` the one used last, if it is free. */
  port: number | undefined;
};

/** `address` is what a person opens; a `problem` is a sentence for a person. */
export type BrowserHostStart =
  | { status: 'ready'; address: string }
  | { status: 'already-running'; address: string; problem: string | undefined }
  | { status: 'failed'; problem: string };

type Services = { lock: DataDirLock; app: App; loopback: LoopbackHost };

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const openFolder = (app: App, folder: string): string | undefined => {
  try {
    app.openFolder(folder);
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
};

const serve = async (
  options: BrowserHostOptions,
  dataDir: string,
  lock: DataDirLock,
): Promise<Services | string> => {
  const { version, workspace, port } = options;
  const { createApp } = await import('../app.ts');
  const isAtRoot = process.cwd() === parse(process.cwd()).root;
  const suggestedFolder = workspace ?? (isAtRoot ? homedir() : process.cwd());
  const app = createApp({ dataDir, version, env: process.env, suggestedFolder });
  const problem = workspace === undefined ? undefined : openFolder(app, workspace);
  if (problem !== undefined) {
    await app.close();
    return problem;
  }
  try {
    const loopback = await startLoopbackHost({
      dataDir,
      version,
      port,
      rendererDir: fileURLToPath(new URL('../renderer', import.meta.url)),
      devServer: process.env.ELECTRON_RENDERER_URL,
      router: async () => app.router,
      show: async (folder) => (folder === undefined ? undefined : openFolder(app, folder)),
    });
    return { lock, app, loopback };
  } catch (error) {
    await app.close();
    return listenProblem(error, port);
  }
};

const tryServe = async (
  options: BrowserHostOptions,
  dataDir: string,
  lock: DataDirLock,
): Promise<Services | string> => {
  try {
    return await serve(options, dataDir, lock);
  } catch (error) {
    return messageOf(error);
  }
};

/**
 * Starts the browser host and prints its address, the only line on standard output. It then serves
 * until a signal ends it. With a companion already on the data dir, that one's address is printed.
 */
export const startBrowserHost = async (asked: BrowserHostOptions): Promise<BrowserHostStart> => {
  const workspace = asked.workspace === undefined ? undefined : resolve(asked.workspace);
  const options = { ...asked, workspace };
  const dataDir = findDataDir(options.dataDir, process.env);
  const claim = await claimDataDir(dataDir, workspace);
  if (claim.status === 'failed') return claim;
  if (claim.status === 'taken') {
    process.stdout.write(`Parley is ready at ${claim.address}\n`);
    return { status: 'already-running', address: claim.address, problem: claim.problem };
  }
  const services = await tryServe(options, dataDir, claim.lock);
  if (typeof services === 'string') {
    claim.lock.release();
    return { status: 'failed', problem: services };
  }
  const { lock, app, loopback } = services;
  closeOnSignals(async () => {
    await loopback.close();
    await app.close();
    lock.release();
  });
  process.stdout.write(`Parley is ready at ${loopback.address}\n`);
  return { status: 'ready', address: loopback.address };
};
