import type { Call } from './task.ts';

/** What the guide knows about the folder, from its own calls. */
export type Facts = {
  files: string[];
  folders: string[];
  topLevel: string[];
  readme: string | null;
  tests: string[];
  manifest: string | null;
  name: string | null;
  scripts: string[];
};

const manifests = ['package.json', 'pyproject.toml', 'Cargo.toml', 'go.mod', 'composer.json'];

/** Returns the facts from the listing and the files read so far. */
export function factsFrom(calls: readonly Call[]): Facts {
  const entries = listedPaths(calls);
  const files = entries.filter((path) => !path.endsWith('/'));
  const manifest = manifests.find((name) => files.includes(name)) ?? null;
  const manifestText = textOf(calls, manifest) ?? '';
  return {
    files,
    folders: entries.filter((path) => path.endsWith('/')),
    topLevel: entries.filter((path) => !path.slice(0, -1).includes('/')).sort((a, b) => rank(a) - rank(b)),
    readme: readmeIn(files),
    tests: entries.filter((path) =>
      /(^|\/)(tests?|specs?|__tests__)\/$|[._](test|spec)\.\w+$|(^|\/)test_[^/]*\.py$/i.test(path),
    ),
    manifest,
    name: projectName(manifestText),
    scripts: scriptsOf(manifest, manifestText),
  };
}

/** One in Markdown goes before others. */
function readmeIn(files: readonly string[]): string | null {
  const readmes = files.filter((path) => /^readme(\.\w+)?$/i.test(path));
  return readmes.find((path) => /\.md$/i.test(path)) ?? readmes[0] ?? null;
}

/** Returns the files that describe the project and were not read yet. */
export function unreadFiles({ readme, manifest }: Facts, calls: readonly Call[]): string[] {
  const read = new Set(calls.filter(({ name }) => name === 'read_file').map(({ input }) => input['path']));
  return [readme, manifest].flatMap((path) => (path === null || read.has(path) ? [] : [path]));
}

/** Ranks paths by interest: sources, other folders, files, dotted names. */
function rank(path: string): number {
  if (path.startsWith('.')) return 3;
  if (!path.endsWith('/')) return 2;
  return /^(src|lib|app|packages)\/$/.test(path) ? 0 : 1;
}

/** Returns the paths in a result of list_files, without links and other special entries. */
function listedPaths(calls: readonly Call[]): string[] {
  const listing = calls.findLast(({ name, result }) => name === 'list_files' && result?.ok === true);
  const [title = '', ...lines] = listing?.result?.text.split('\n') ?? [];
  if (!title.endsWith('contains:')) return [];
  return lines.filter((line) => line.trim() !== '' && !/^\(.*\)$| \((link|pipe|socket|device)\)$/.test(line));
}

/** Returns the text that read_file gave for a path, without its header line. */
export function textOf(calls: readonly Call[], path: string | null): string | undefined {
  const text = readingOf(calls, path);
  return text?.slice(text.indexOf('\n') + 1);
}

/** Returns the text of a file; undefined where read_file did not give all of it. */
export function wholeTextOf(calls: readonly Call[], path: string | null): string | undefined {
  const text = readingOf(calls, path) ?? '';
  if (/^.* is empty\.$/.test(text)) return '';
  const [header, last, total] = /^.*, lines 1 to (\d+) of (\d+):\n/.exec(text) ?? [];
  if (header === undefined || last !== total || /\n\(Cut inside line .*\)$/.test(text)) return undefined;
  return text.slice(header.length);
}

function readingOf(calls: readonly Call[], path: string | null): string | undefined {
  const read = calls.findLast(({ name, input, result }) => {
    return name === 'read_file' && path !== null && input['path'] === path && result?.ok === true;
  });
  return read?.result?.text;
}

function projectName(manifest: string): string | null {
  const found = /"name"\s*:\s*"([^"\n]{1,80})"|^name\s*=\s*"([^"\n]{1,80})"|^module\s+(\S{1,80})/m.exec(
    manifest,
  );
  return found?.[1] ?? found?.[2] ?? found?.[3] ?? null;
}

function scriptsOf(manifest: string | null, text: string): string[] {
  if (manifest !== 'package.json') return [];
  const block = /"scripts"\s*:\s*\{([^}]*)\}/.exec(text)?.[1] ?? '';
  return [...block.matchAll(/"([\w:.-]+)"\s*:/g)].map(([, name = '']) => name);
}
