import type { Plugin, Rolldown } from 'vite';
import { filesOf } from './build-page.ts';

/**
 * Packs the modules that main's entries load at once into a few files with nothing in common, since each file
 * costs time at a start.
 */
const parts = [
  // What the command line shares with main, which loads nothing else of main: clients' tokens, and the record of
  // decisions.
  { name: 'tokens', of: '/main/http/client-tokens.ts' },
  { name: 'record', of: '/main/ledger/index.ts' },
  // What a host needs to find one that is already running.
  { name: 'host', of: '/main/browser/index.ts' },
  { name: 'app', of: '/main/app.ts' },
];

/** The most of these files that a start of the browser host may load. */
const mostFiles = 8;

/**
 * Puts what a start of main loads into a few files; a module that several parts need goes into the first of them.
 * What is loaded later is cut as Rolldown cuts it.
 */
export function startInFewFiles(): { plugin: Plugin; groups: Rolldown.CodeSplittingGroup[] } {
  const needed = new Map<string, ReadonlySet<string>>();
  /** These stay where they are, since paths are relative to them. */
  const entries = new Set<string>();
  const isNeeded = (name: string, id: string) => needed.get(name)?.has(id) === true;
  return {
    plugin: {
      name: 'start-in-few-files',
      renderStart() {
        const ids = [...this.getModuleIds()];
        for (const { name, of } of parts) {
          const root = ids.find((id) => id.endsWith(of));
          if (root === undefined) throw new Error(`No module of main is ${of}.`);
          if (this.getModuleInfo(root)?.isEntry === true) entries.add(root);
          needed.set(
            name,
            withImports(root, (id) => this.getModuleInfo(id)?.importedIds ?? []),
          );
        }
      },
      generateBundle(_, bundle) {
        const loaded = new Set(
          ['/main/browser/index.ts', '/main/app.ts'].flatMap((of) => filesOf(bundle, of)),
        );
        const own = [...loaded].filter((file) => file in bundle);
        if (own.length > mostFiles)
          this.error(`A start of the host loads ${own.length} files of main; ${mostFiles} are allowed.`);
      },
    },
    groups: parts.map(({ name }, index) => ({
      name,
      priority: parts.length - index,
      test: (id) => !entries.has(id) && isNeeded(name, id) && (isNeeded('app', id) || isNeeded('host', id)),
    })),
  };
}

/** A module and all that it imports before it runs. */
function withImports(root: string, importsOf: (id: string) => readonly string[]): ReadonlySet<string> {
  const found = new Set([root]);
  for (const id of found) for (const imported of importsOf(id)) found.add(imported);
  return found;
}
