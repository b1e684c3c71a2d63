import { homedir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { app, dialog } from 'electron';
import { visibleText } from '../../shared/hidden-characters.ts';
import { reportedFailure } from '../../shared/host/host.ts';
import { claimDataDir, prepareDataDir } from '../discovery/claim-data-dir.ts';
import { findDataDir } from '../discovery/data-dir.ts';
import { messageOf } from '../../shared/thrown-error.ts';
import { registerAppScheme } from './app-scheme.ts';
import { startDesktop } from './desktop.ts';
import { readHostArguments } from './host-arguments.ts';
import { collectLinks, registerLinks } from './guards.ts';

/** Prints a problem, shows it in a window, and exits. */
function fail(problem: string, title = 'Parley cannot start'): void {
  process.stderr.write(`${visibleText(problem)}\n`);
  // Before it is ready, Electron on Linux would only print the problem again.
  if (app.isReady() || process.platform !== 'linux') dialog.showErrorBox(title, problem);
  app.exit(reportedFailure);
}

async function start(): Promise<void> {
  const links = collectLinks();
  const { dataDir: asked, workspace, port, link } = readHostArguments(process.argv.slice(1), process.cwd());
  const dataDir = findDataDir(asked, process.env, app.getPath('userData'));
  // Before Electron creates the folder itself, with permissions for others.
  const problem = await prepareDataDir(dataDir);
  if (problem !== undefined) return fail(problem);
  app.setPath('userData', dataDir);
  if (!app.requestSingleInstanceLock({ workspace, link })) return app.exit(0);
  const claim = await claimDataDir(dataDir, { workspace, link });
  switch (claim.status) {
    case 'failed':
      return fail(claim.problem);
    case 'taken':
      process.stdout.write(`Parley is ready at ${claim.address}\n`);
      if (claim.problem !== undefined) return fail(claim.problem, 'Parley cannot open this folder');
      return app.exit(0);
    case 'claimed':
      // The sandbox of commands puts placeholders into the folder of its process, where they would be seen in a project.
      process.chdir(dataDir);
      registerAppScheme();
      // Only the person's own Parley takes links, not one on another data folder.
      if (asked === undefined) registerLinks();
      app
        .whenReady()
        .then(() =>
          startDesktop({
            lock: claim.lock,
            dataDir,
            askedDataDir: asked === undefined ? undefined : dataDir,
            workspace,
            link,
            links,
            port,
            version: app.getVersion(),
            suggestedFolder: workspace ?? homedir(),
            outDir: fileURLToPath(new URL('..', import.meta.url)),
            devServer: app.isPackaged ? undefined : process.env.ELECTRON_RENDERER_URL,
          }),
        )
        .catch((error: unknown) => fail(messageOf(error)));
  }
}

await start().catch((error: unknown) => fail(messageOf(error)));
