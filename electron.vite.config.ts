import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { startInFewFiles } from './scripts/build-main.ts';
import { diagramPage } from './scripts/build-diagram-page.ts';
import { fetchedOncePainted, fetchedWithPage, fontFetchedEarly } from './scripts/build-page.ts';
import { licences } from './scripts/licences.ts';

/** A build goes to a folder of its own first, see scripts/build.ts. */
const outDir = process.env.PARLEY_BUILD_DIR ?? 'out';

/**
 * What main loads at every start. As one file, without what is never used, it is there in a fraction of the
 * time that a hundred small ones take; what loads later stays in its package.
 */
const bundledInMain = [
  '@orpc/client',
  '@orpc/contract',
  '@orpc/server',
  'diff',
  'fuzzysort',
  'ignore',
  'image-size',
  'zod',
];

/**
 * Has a browser compile a larger script's functions while it loads it, off the main thread: each would be
 * compiled when it is first called, in the middle of the first answer or the first chat that is opened.
 */
function compiledAtOnce({
  modules,
}: {
  modules: Readonly<Record<string, { renderedLength: number }>>;
}): string {
  const length = Object.values(modules).reduce((sum, { renderedLength }) => sum + renderedLength, 0);
  return length > 12_000 ? '//# allFunctionsCalledOnLoad' : '';
}

const start = startInFewFiles();

export default defineConfig({
  main: {
    plugins: [start.plugin],
    build: {
      externalizeDeps: { exclude: bundledInMain },
      outDir: `${outDir}/main`,
      rollupOptions: {
        input: {
          index: 'src/main/electron/index.ts',
          browser: 'src/main/browser/index.ts',
          ledger: 'src/main/ledger/index.ts',
          'tool-host': 'src/main/custom-tools/tool-host.ts',
          'client-tokens': 'src/main/http/client-tokens.ts',
        },
        output: { format: 'es', codeSplitting: { groups: start.groups } },
      },
    },
  },
  preload: {
    build: {
      outDir: `${outDir}/preload`,
      rollupOptions: {
        input: { index: 'src/preload/index.ts' },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'src/renderer',
    plugins: [
      react(),
      tailwindcss(),
      diagramPage,
      fetchedOncePainted,
      fontFetchedEarly('inter-latin-wght-normal'),
      fetchedWithPage('/transcript/message-log.tsx'),
    ],
    define: { licencesAtBuild: JSON.stringify(licences(process.cwd())) },
    worker: { format: 'es' },
    // What a worker imports is not found from the page; found late, it would have the page reloaded.
    optimizeDeps: { entries: ['index.html', 'ui/highlight/highlight-worker.ts'] },
    build: {
      outDir: `${outDir}/renderer`,
      // The page also runs in the person's browser, not only in Electron's.
      target: 'es2022',
      // Those that know `light-dark()`, which the tokens are written with.
      cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
      minify: true,
      // The scripts that a later part imports are found when it is there, a moment later from a host so near; the
      // names of all of them, which the first script would hold, take more.
      modulePreload: {
        resolveDependencies: (_, files, { hostType }) =>
          hostType === 'html' ? files : files.filter((file) => file.endsWith('.css')),
      },
      // The page's policy takes fonts from its own address alone.
      assetsInlineLimit: (file) => (file.endsWith('.woff2') ? false : undefined),
      // Vite measures before compression; scripts/build-budget.ts holds the real budget and fails the build.
      chunkSizeWarningLimit: 1_000,
      rollupOptions: {
        input: 'src/renderer/index.html',
        output: {
          postBanner: compiledAtOnce,
          chunkFileNames: ({ name }) => `assets/${name.split('~', 1)[0]}-[hash].js`,
          codeSplitting: {
            groups: [
              {
                name: 'base',
                tags: ['$initial'],
                test: /node_modules[\\/](?:react|react-dom|scheduler|zustand|lucide-react)[\\/]/,
                priority: 2,
              },
              // What the window starts with, as one file: a request for each small one would cost more than its bytes.
              { name: 'window', tags: ['$initial'], priority: 1 },
              // What all cards need and the first view too, so that it pulls none of the other cards in.
              { name: 'card-store', test: /[\\/]renderer[\\/]cards[\\/]store[\\/]/, priority: 1 },
              // What several later parts share; pieces too small for a request of their own go to a neighbour.
              {
                name: 'shared',
                minShareCount: 2,
                entriesAware: true,
                entriesAwareMergeThreshold: 600,
              },
            ],
          },
        },
      },
    },
  },
});
