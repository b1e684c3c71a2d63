import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build, createServer, type InlineConfig } from 'vite';
import electronViteConfig from '../electron.vite.config.ts';
import { withBuildLock } from './build-lock.ts';
import { isBuilt, stamped } from './source-stamp.ts';

const galleryDir = '.cache/gallery';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

const config: InlineConfig = {
  configFile: false,
  logLevel: 'warn',
  root: 'gallery',
  publicDir: '../src/renderer/public',
  plugins: electronViteConfig.renderer?.plugins,
};

async function buildGallery(): Promise<void> {
  rmSync(galleryDir, { recursive: true, force: true });
  const outDir = fileURLToPath(new URL(`../${galleryDir}`, import.meta.url));
  const rollupOptions = { input: 'gallery/index.html' };
  const target = 'es2022';
  const assetsInlineLimit = electronViteConfig.renderer?.build?.assetsInlineLimit;
  const options = {
    outDir,
    emptyOutDir: true,
    target,
    rollupOptions,
    ...(assetsInlineLimit !== undefined && { assetsInlineLimit }),
  };
  await build({ ...config, build: options });
}

async function serveGallery(): Promise<void> {
  const vite = await createServer({ ...config, server: { host: '127.0.0.1' } });
  await vite.listen();
  process.stdout.write(`The cards are at ${vite.resolvedUrls?.local[0]}\n`);
}

const { values } = parseArgs({ options: { build: { type: 'boolean' } } });
if (values.build)
  await withBuildLock('.cache/gallery.lock', async () => {
    if (!isBuilt(galleryDir)) await stamped(galleryDir, buildGallery);
  });
else await serveGallery();
