import { chmodSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build as buildElectron } from 'electron-vite';
import { build } from 'vite';
import { budgetProblem } from './build-budget.ts';
import { withBuildLock } from './build-lock.ts';
import { replaceOutput } from './build-output.ts';
import { processAsItIs } from './process-as-it-is.ts';
import { isBuilt, stamped } from './source-stamp.ts';

/** Built aside, so that a running host keeps its files until the new ones are complete. */
const next = '.cache/out';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

async function compress(path: string): Promise<void> {
  const content = readFileSync(path);
  if (content.length < 1_024) return;
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
  const [br, gz] = await Promise.all([brotli(content, quality), zip(content, { level: 9 })]);
  if (br.length < content.length) writeFileSync(`${path}.br`, br);
  if (gz.length < content.length) writeFileSync(`${path}.gz`, gz);
}

/** The command line is built on its own, since it may not share code with main. */
async function buildCommandLine(): Promise<void> {
  const outDir = join(next, 'cli');
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [processAsItIs],
    // Bundled and without unused code, they load in a fraction of the time.
    ssr: { noExternal: ['commander', 'zod'] },
    build: {
      ssr: true,
      outDir,
      target: 'node24',
      rollupOptions: {
        input: { parley: 'src/cli/parley.ts', 'ask-user-question': 'src/cli/ask-user-question.ts' },
        // Side by side like the sources, so that relative paths stay right.
        output: { format: 'es', chunkFileNames: '[name].js' },
      },
    },
  });
  for (const command of ['parley.js', 'ask-user-question.js']) chmodSync(join(outDir, command), 0o755);
}

async function buildAside(): Promise<void> {
  rmSync(next, { recursive: true, force: true });
  process.env.PARLEY_BUILD_DIR = next;
  await buildElectron({ logLevel: 'warn' });
  await buildCommandLine();
  const problem = budgetProblem(join(next, 'renderer'));
  if (problem !== undefined) throw new Error(problem);
  await Promise.all(globSync(`${next}/renderer/**/*.{html,js,css,svg,json}`).map(compress));
}

const { values } = parseArgs({ options: { 'if-changed': { type: 'boolean' } } });
process.chdir(fileURLToPath(new URL('..', import.meta.url)));
await withBuildLock('.cache/build.lock', async () => {
  if (values['if-changed'] && isBuilt()) return;
  if (values['if-changed']) process.stderr.write('Building Parley …\n');
  await stamped(next, buildAside);
  replaceOutput(next, 'out', Date.now());
});
