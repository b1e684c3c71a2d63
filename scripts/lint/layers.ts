import { isBuiltin } from 'node:module';

/**
 * Who stands above whom in each process: a row may import itself and the rows below it. An entry is a
 * file or a folder right under `src/<process>/`. A process without rows has no layers.
 */
export const layers: Readonly<Record<string, readonly (readonly string[])[]>> = {
  shared: [
    ['contract'],
    ['ledger'],
    ['transcript', 'workspace', 'providers', 'dialects'],
    ['questions', 'previews', 'askers', 'permissions', 'forms'],
    ['trust', 'mcp-servers', 'worktrees'],
    ['host', 'find'],
    ['literal-markdown.ts'],
    [
      'ids.ts',
      'hidden-characters.ts',
      'blank-runs.ts',
      'reads-as-parley.ts',
      'lazy-value.ts',
      'long-text.ts',
      'longest-text.ts',
      'recorded-outcome.ts',
      'settlement.ts',
      'texts-below.ts',
      'thrown-error.ts',
      'waited-text.ts',
      'commands',
      'files',
      'markdown',
    ],
  ],
  main: [
    ['electron', 'browser'],
    ['app.ts'],
    ['wiring'],
    ['http', 'calls', 'outside', 'discovery', 'desktop', 'ledger'],
    ['agents'],
    ['tools'],
    [
      'questions',
      'previews',
      'permissions',
      'forms',
      'commands',
      'changes',
      'trust',
      'mcp-servers',
      'custom-tools',
      'worktrees',
    ],
    ['waiting'],
    ['chat', 'workspaces'],
    ['folder'],
    ['keys', 'storage', 'feed'],
    ['last-resort.ts', 'end-on-signals.ts'],
    [
      'network',
      'clock.ts',
      'entry-kind.ts',
      'log.ts',
      'mutex.ts',
      'runtime-versions.ts',
      'unauthenticated-sockets.ts',
    ],
  ],
  renderer: [
    ['main.tsx'],
    ['app.tsx'],
    ['dialogs.tsx', 'pages.tsx'],
    ['header.tsx', 'welcome', 'commands', 'page-notifications.ts'],
    ['transcript', 'pane', 'composer', 'sidebar', 'settings', 'ledger', 'queue'],
    ['bring-back'],
    ['parley-context.tsx'],
    ['state'],
    ['companion.ts'],
    ['connection'],
    ['cards'],
    ['ui', 'draft-saver.ts', 'host.ts', 'page-timing.ts', 'shortcut.ts', 'use-media.ts', 'styles'],
  ],
  preload: [],
  cli: [],
};

/** Neighbours in one row that must not know each other. */
const strangers = [
  ['calls', 'outside'],
  ['electron', 'browser'],
];

const sharedPackages = [
  'zod',
  '@orpc/contract',
  'diff',
  'image-size',
  'marked',
  're2js',
  'decode-named-character-reference',
  'micromark-util-decode-numeric-character-reference',
];
const testPackages = ['vitest', 'fast-check', 'sharp'];
const mainPackages = /^(ai|ws|commander|@ai-sdk\/.*|@orpc\/server.*|@orpc\/standard-server-peer)$/;

/** A path of the project, taken apart: `src/main/calls/ask.ts` is `calls` of `main`. */
type Place = { process: string; layer: string; path: string };

export function placeOf(path: string): Place | undefined {
  if (path.startsWith('gallery/')) return { process: 'renderer', layer: 'gallery', path };
  const [, tried] = /^test\/([^/]+)\//.exec(path) ?? [];
  if (tried !== undefined) return { process: tried, layer: 'test', path };
  const [, process, layer] = /^src\/([^/]+)\/([^/]+)/.exec(path) ?? [];
  return process === undefined || layer === undefined ? undefined : { process, layer, path };
}

/** Returns the reason for which a file may not import another one; both as paths from the project's root. */
export function problemWithFile(from: string, to: string): string | undefined {
  const here = placeOf(from);
  const there = placeOf(to);
  if (here === undefined || there === undefined) return undefined;
  if (there.process !== here.process) {
    return there.process === 'shared' ? undefined : `${here.process} must not import ${there.process}`;
  }
  return layerProblem(here, there);
}

/** What tests and the gallery of cards share: it may import all of its process, and only they import it. */
const besideProduction = ['test', 'gallery'];

function layerProblem(here: Place, there: Place): string | undefined {
  if (besideProduction.includes(here.layer)) return undefined;
  if (besideProduction.includes(there.layer)) {
    return here.path.includes('.test.') ? undefined : `${there.path} is for tests only`;
  }
  const rows = layers[here.process] ?? [];
  if (rows.length === 0 || here.layer === there.layer) return undefined;
  const [from, to] = [here, there].map((place) =>
    rows.findIndex((row) => row.includes(bareName(place.layer))),
  );
  if (from === undefined || to === undefined || from < 0) return `${here.layer} stands in no layer`;
  if (to < 0) return `${there.layer} stands in no layer`;
  if (to < from) return `${here.layer} is below ${there.layer} and must not import it`;
  const apart = strangers.some((pair) => pair.includes(here.layer) && pair.includes(there.layer));
  return apart ? `${here.layer} and ${there.layer} must not import each other` : undefined;
}

/** A test stands where the file it tests stands. */
function bareName(layer: string): string {
  return layer.replace(/\.test\.(tsx?)$/, '.$1');
}

/** Returns the reason for which a file may not import a package or a module of Node. */
export function problemWithPackage(from: string, name: string): string | undefined {
  const here = placeOf(from);
  if (here === undefined) return undefined;
  const { process } = here;
  if (name === 'electron' && !/^src\/(main\/electron|preload)\//.test(from)) {
    return 'electron belongs to src/main/electron and src/preload';
  }
  if (process !== 'shared' && process !== 'renderer') return undefined;
  if (isBuiltin(name)) return `${process} must not import modules of Node`;
  if (process === 'shared') return sharedProblem(from, name);
  if (mainPackages.test(name)) return `${name} belongs to main`;
  const atTheEdge = ['companion.ts', 'connection'].includes(bareName(here.layer));
  return name.startsWith('@orpc/') && !atTheEdge
    ? 'only companion.ts and connection/ know the transport'
    : undefined;
}

function sharedProblem(from: string, name: string): string | undefined {
  const allowed = from.includes('.test.') ? [...sharedPackages, ...testPackages] : sharedPackages;
  return allowed.includes(name) ? undefined : `shared must not import ${name}`;
}
