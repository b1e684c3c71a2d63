import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build, Platform } from 'electron-builder';
import sharp from 'sharp';
import { desktopConfig } from './package/desktop-config.ts';
import { writeElectronStub } from './package/electron-stub.ts';
import { manifestSchema } from './package/manifest.ts';
import { runCommand } from './package/run-command.ts';
import { stageDesktop } from './package/stage-package.ts';

/**
 * Builds what changed, and packs the desktop app for this system into `dist/`. With `--stub` it packs a folder
 * for Linux around a stand-in for Electron, to check its contents where Electron can't be had. With `--publish`
 * it adds what it packed to the draft of the release.
 */
const { values } = parseArgs({
  options: { stub: { type: 'boolean', default: false }, publish: { type: 'boolean', default: false } },
});
const root = fileURLToPath(new URL('..', import.meta.url));
const cache = join(root, '.cache/package-desktop');
const stage = join(cache, 'stage');
const icons = join(cache, 'icons');
const stub = join(cache, 'electron');

async function drawIcons(): Promise<void> {
  mkdirSync(icons, { recursive: true });
  const drawing = readFileSync(join(root, 'src/renderer/public/icon.svg'));
  for (const size of [16, 32, 48, 64, 128, 256, 512, 1024])
    await sharp(drawing, { density: (72 * size) / 64 })
      .resize(size, size)
      .png({ compressionLevel: 9 })
      .toFile(join(icons, `${size}x${size}.png`));
}

const manifest = manifestSchema.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
const electronVersion = manifest.devDependencies['electron'] ?? '';
await runCommand(process.execPath, ['scripts/build.ts', '--if-changed'], { cwd: root });
stageDesktop(root, stage);
await drawIcons();
if (values.stub) writeElectronStub(stub, electronVersion);
await build({
  projectDir: root,
  publish: values.publish ? 'always' : 'never',
  ...(values.stub && { targets: Platform.LINUX.createTarget('dir') }),
  config: desktopConfig(
    {
      stage,
      icons,
      output: values.stub ? join(cache, 'packed') : join(root, 'dist'),
      electronDist: values.stub ? stub : undefined,
      electronVersion,
      entitlements: join(root, 'scripts/package/entitlements.mac.plist'),
    },
    process.env['GITHUB_REPOSITORY'],
  ),
});
