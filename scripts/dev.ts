import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import electronViteConfig from '../electron.vite.config.ts';
import { hasDisplay } from '../src/cli/start/display.ts';
import { installedElectron } from '../src/cli/start/start-electron.ts';
import { endWithNpm } from './end-with-npm.ts';
import { forgetBuild } from './source-stamp.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const args = process.argv.slice(2);

function run(command: string, commandArgs: string[], env: NodeJS.ProcessEnv = {}): void {
  const child = spawn(command, commandArgs, { stdio: 'inherit', env: { ...process.env, ...env } });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => process.exit(code ?? 0));
}

/** Vite serves the page behind the browser host's own address; Node restarts the host when main changes. */
async function developInBrowser(): Promise<void> {
  const vite = await createServer({
    ...electronViteConfig.renderer,
    build: {},
    root: 'src/renderer',
    configFile: false,
    logLevel: 'warn',
    server: { host: '127.0.0.1', port: 5_173 },
  });
  await vite.listen();
  const devServer = vite.resolvedUrls?.local[0];
  if (devServer === undefined) throw new Error('Vite has no address');
  run(process.execPath, ['--watch-preserve-output', '--watch', 'scripts/dev-browser-host.ts', ...args], {
    ELECTRON_RENDERER_URL: devServer,
  });
}

process.chdir(root);
endWithNpm();
const wantsBrowser = args.includes('--browser');
if (!wantsBrowser && hasDisplay(process.platform, process.env) && installedElectron() !== undefined) {
  forgetBuild();
  run('electron-vite', ['dev', '--watch', '--', ...args]);
} else await developInBrowser();
