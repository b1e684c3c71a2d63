import { homedir } from 'node:os';
import { parse, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BrowserHostOptions, BrowserHostStart } from '../../shared/host/host.ts';
import { messageOf } from '../../shared/thrown-error.ts';
import type { App } from '../app.ts';
import type { Clock } from '../clock.ts';
import { claimDataDir, type DataDirLock } from '../discovery/claim-data-dir.ts';
import { findDataDir } from '../discovery/data-dir.ts';
import { type LoopbackHost, type PageSource, startLoopbackHost } from '../http/loopback-host.ts';
import { openPageFiles } from '../http/static-files.ts';
import { openTarget } from '../http/show-request.ts';
import { openNetwork } from '../network/network.ts';
import { endOnSignals } from '../end-on-signals.ts';
import { installLastResort } from '../last-resort.ts';

type Services = { lock: DataDirLock; app: App; loopback: LoopbackHost };

/** Waits for a start under way, closes what it made, and exits. */
async function closeAndExit(starting: Promise<Services | string>): Promise<void> {
  try {
    const services = await starting;
    if (typeof services !== 'string') {
      await services.loopback.close();
      await services.app.close();
      services.lock.release();
    }
    process.exit(0);
  } catch (error) {
    process.stderr.write(`Parley did not close cleanly: ${String(error)}\n`);
    process.exit(1);
  }
}

/**
 * Starts the browser host and prints its address, the only line on standard output. It serves until a signal ends
 * it. If the data folder has a companion already, that one's address is printed. Tests can pass another clock.
 */
export async function startBrowserHost(
  asked: BrowserHostOptions,
  clock: Partial<Clock> = {},
): Promise<BrowserHostStart> {
  const workspace = asked.workspace === undefined ? undefined : resolve(asked.workspace);
  const options = { ...asked, workspace };
  const dataDir = findDataDir(options.dataDir, process.env);
  const claim = await claimDataDir(dataDir, { workspace, link: options.link });
  if (claim.status === 'failed') return claim;
  if (claim.status === 'taken') {
    process.stdout.write(`Parley is ready at ${claim.address}\n`);
    return { status: 'already-running', address: claim.address, problem: claim.problem };
  }
  const starting = tryServe({ ...options, dataDir, clock }, claim.lock);
  // Before anything is announced or started that would outlive a sudden exit.
  endOnSignals({ end: () => void closeAndExit(starting), endNow: () => process.exit(1) });
  const services = await starting;
  if (typeof services === 'string') {
    claim.lock.release();
    return { status: 'failed', problem: services };
  }
  const { app, loopback } = services;
  installLastResort(app.log);
  process.stdout.write(`Parley is ready at ${loopback.address}\n`);
  return { status: 'ready', address: loopback.address };
}

type ServeOptions = BrowserHostOptions & { dataDir: string; clock: Partial<Clock> };

async function tryServe(options: ServeOptions, lock: DataDirLock): Promise<Services | string> {
  try {
    return await serve(options, lock);
  } catch (error) {
    return messageOf(error);
  }
}

async function serve(
  { version, workspace, port, dataDir, clock }: ServeOptions,
  lock: DataDirLock,
): Promise<Services | string> {
  const { startApp } = await import('../app.ts');
  const page = findPage();
  const isAtRoot = process.cwd() === parse(process.cwd()).root;
  const suggestedFolder = workspace ?? (isAtRoot ? homedir() : process.cwd());
  // The sandbox of commands puts placeholders into the folder of its process, where they would be seen in a project.
  process.chdir(dataDir);
  const app = await startApp({ dataDir, version, env: process.env, suggestedFolder, ...clock });
  openNetwork({
    env: process.env,
    loginEnvironment: app.loginEnvironment,
    report: (problem) => app.log.error(problem),
  });
  const problem = workspace === undefined ? undefined : openTarget(app, { workspace });
  if (problem !== undefined) {
    await app.close();
    return problem;
  }
  try {
    const loopback = await startLoopbackHost({
      dataDir,
      version,
      port,
      page,
      pageData: app.pageData,
      router: app.router,
      mcp: app.mcp,
      clientTokens: app.clientTokens,
      prepare: app.prepare,
      show: async (target) => openTarget(app, target),
      log: app.log,
    });
    return { lock, app, loopback };
  } catch (error) {
    await app.close();
    throw error;
  }
}

function findPage(): PageSource {
  const address = process.env.ELECTRON_RENDERER_URL;
  if (address !== undefined) return { kind: 'dev-server', address };
  const rendererDir = fileURLToPath(new URL('../renderer', import.meta.url));
  return { kind: 'built', files: openPageFiles(rendererDir) };
}
