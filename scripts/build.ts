import { chmodSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build as buildElectron } from 'electron-vite';
import { build } from 'vite';
import { sourceStamp, writeStamp } from './source-stamp.ts';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

const compress = async (path: string): Promise<void> => {
  const content = readFileSync(path);
  if (content.length < 1_024) return;
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
  const [br, gz] = await Promise.all([brotli(content, quality), zip(content, { level: 9 })]);
  if (br.length < content.length) writeFileSync(`${path}.br`, br);
  if (gz.length < content.length) writeFileSync(`${path}.gz`, gz);
};

/** The command line is built on its own: it may not share code with main. */
const buildCommandLine = async (): Promise<void> => {
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: ['commander'] },
    build: {
      ssr: true,
      outDir: 'out/cli',
      target: 'node24',
      rollupOptions: {
        input: { parley: 'src/cli/parley.ts' },
        // Side by side, as the sources are: paths relative to them stay true.
        output: { format: 'es', chunkFileNames: '[name].js' },
      },
    },
  });
  chmodSync('out/cli/parley.js', 0o755);
};

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const stamp = sourceStamp();
rmSync('out', { recursive: true, force: true });
await buildElectron({ logLevel: 'warn' });
await buildCommandLine();
await Promise.all(globSync('out/renderer/**/*.{html,js,css,svg,json}').map(compress));
writeStamp(stamp);
