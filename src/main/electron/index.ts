import { homedir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { app, dialog } from 'electron';
import { claimDataDir } from '../discovery/claim-data-dir.ts';
import { findDataDir } from '../discovery/data-dir.ts';
import { registerAppScheme } from './app-scheme.ts';
import { startDesktop } from './desktop.ts';
import { readHostArguments } from './host-arguments.ts';

const fail = (problem: string): void => {
  dialog.showErrorBox('Parley cannot start', problem);
  app.exit(1);
};

const start = async (): Promise<void> => {
  const { dataDir: asked, workspace, port } = readHostArguments(process.argv.slice(1), process.cwd());
  const dataDir = findDataDir(asked, process.env, app.getPath('userData'));
  app.setPath('userData', dataDir);
  if (!app.requestSingleInstanceLock({ workspace })) return app.exit(0);
  const claim = await claimDataDir(dataDir, workspace);
  switch (claim.status) {
    case 'failed':
      return fail(claim.problem);
    case 'taken':
      process.stdout.write(`Parley is ready at ${claim.address}\n`);
      return app.exit(0);
    case 'claimed':
      registerAppScheme();
      app
        .whenReady()
        .then(() =>
          startDesktop({
            lock: claim.lock,
            dataDir,
            workspace,
            port,
            version: app.getVersion(),
            suggestedFolder: workspace ?? homedir(),
            outDir: fileURLToPath(new URL('..', import.meta.url)),
            devServer: app.isPackaged ? undefined : process.env.ELECTRON_RENDERER_URL,
          }),
        )
        .catch((error: unknown) => fail(error instanceof Error ? error.message : String(error)));
  }
};

await start();
