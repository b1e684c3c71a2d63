import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { extractAll, extractFile, listPackage } from '@electron/asar';
import { launchStandin } from '../../e2e/support/electron-host.ts';
import { expect, type Page } from '@playwright/test';
import { composer } from '../../e2e/support/chat.ts';
import { openSettings } from '../../e2e/support/pages.ts';
import { isStandin, type StandinApp } from '../../e2e/support/standin-app.ts';
import { autostartFile } from '../../src/main/desktop/start-at-login.ts';
import { electronFuses } from '../package/desktop-config.ts';
import { fusesIn } from '../package/electron-stub.ts';
import { desktopProgram } from '../package/manifest.ts';
import { runCommand } from '../package/run-command.ts';
import { whyNot } from './trial-host.ts';

/**
 * Packs the desktop app around a stand-in for Electron, checks its contents, and starts it on the stand-in that
 * `ELECTRON_STANDIN` names, far from the packages of the checkout.
 */
const root = fileURLToPath(new URL('../..', import.meta.url));
const packed = join(root, '.cache/package-desktop/packed/linux-unpacked');
const archive = join(packed, 'resources/app.asar');

/** Most bytes of the archive; what is not in it lies beside it. */
const budget = 40_000_000;

/** Files needed only by those who change Parley or its packages, and programs that the system has itself. */
const forDevelopers =
  /(?:\.(?:ts|tsx|map|mdx?|test\.js)$)|(?:^\/(?:src|e2e|scripts|bench|docs|\.cache|out\/cli)\b)|(?:^\/node_modules\/(?:electron|vite|typescript|playwright|node-linux-\w+|@types)\/)/;

const problems: string[] = [];

function expectThat(holds: boolean, problem: string): void {
  if (!holds) problems.push(problem);
}

function lookInside(): void {
  const files = listPackage(archive, { isPack: false });
  const size = readFileSync(archive).length;
  process.stdout.write(`${files.length} files, ${(size / 1e6).toFixed(1)} MB\n`);
  expectThat(size <= budget, `the archive has ${size} bytes`);
  for (const file of ['/out/main/index.js', '/out/preload/index.cjs', '/out/renderer/index.html', '/LICENSE'])
    expectThat(files.includes(file), `${file} is missing`);
  const stray = files.filter((file) => forDevelopers.test(file));
  expectThat(stray.length === 0, `there are files for developers: ${stray.slice(0, 5).join(', ')}`);
  const manifest: unknown = JSON.parse(extractFile(archive, 'package.json').toString());
  const isOwn = JSON.stringify(manifest).includes(`"desktopName":"${desktopProgram}.desktop"`);
  expectThat(isOwn, 'the manifest is not that of the desktop');
  const notices = readFileSync(join(packed, 'THIRD-PARTY-NOTICES.txt'), 'utf8');
  for (const name of ['react ', 'electron-updater ', 'ai ', '@fontsource-variable/inter '])
    expectThat(notices.includes(`\n${name}`), `the notices do not name ${name}`);
  const fuses = fusesIn(readFileSync(join(packed, desktopProgram)));
  const expected = Object.values(electronFuses);
  expectThat(JSON.stringify(fuses) === JSON.stringify(expected), `the fuses are ${JSON.stringify(fuses)}`);
}

/** Starts the packed files in a folder of their own; resolves once the window can be typed into. */
async function startPacked(): Promise<void> {
  const reason = whyNot('electron');
  if (reason !== null) return void process.stdout.write(`It was not started: ${reason}.\n`);
  const folder = mkdtempSync(join(tmpdir(), 'parley-desktop-'));
  const appDir = join(folder, 'app');
  extractAll(archive, appDir);
  cpSync(`${archive}.unpacked`, appDir, { recursive: true });
  const configDir = join(folder, 'config');
  const args = ['--data-dir', join(folder, 'data'), '--workspace', folder];
  const app = await launchStandin({ env: { XDG_CONFIG_HOME: configDir }, dataDir: folder }, args, { appDir });
  const page = await app.firstWindow();
  await composer(page).fill('Hello');
  const link = `parley://workspace/${decodeURIComponent(new URL(page.url()).hash.replace('#/workspace/', ''))}`;
  await checkLogin(page, autostartFile(configDir), join(folder, 'data'));
  if (isStandin(app)) await checkLink(app, page, link);
  await app.close();
  expectThat((app.errors ?? []).length === 0, `it complains: ${JSON.stringify(app.errors)}`);
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  process.stdout.write('It was started.\n');
}

/** Start at login writes its file, and takes it away again. */
async function checkLogin(page: Page, file: string, dataDir: string): Promise<void> {
  await openSettings(page, 'General');
  const choice = (name: string) =>
    page.getByRole('radiogroup', { name: 'Start at login' }).getByRole('radio', { name, exact: true });
  await expect(choice('Off')).toBeChecked();
  expectThat(!existsSync(file), 'it starts at login without being asked to');
  await choice('On').click();
  await expect.poll(() => existsSync(file)).toBe(true);
  const entry = readFileSync(file, 'utf8');
  const isOwn = entry.includes(`"--data-dir" "${dataDir}"\n`) && !entry.includes('.asar');
  expectThat(isOwn, `what starts at login is ${entry}`);
  await choice('Off').click();
  await expect.poll(() => existsSync(file)).toBe(false);
}

/** A link opens its chat, given by the system or by a second start. */
async function checkLink(app: StandinApp, page: Page, link: string): Promise<void> {
  await app.openUrl(link);
  await expect(composer(page)).toBeVisible();
  await openSettings(page, 'About');
  await app.evaluate(
    ({ app: host }, given) => host.emit('second-instance', {}, [], '/', { link: given }),
    link,
  );
  await expect(composer(page)).toBeVisible();
}

await runCommand(process.execPath, ['scripts/package-desktop.ts', '--stub'], { cwd: root });
lookInside();
await startPacked();
process.stdout.write(`${problems.length === 0 ? 'The desktop package is whole.' : problems.join('\n')}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
