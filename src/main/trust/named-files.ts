import { lstat, readdir, realpath } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';

/** Programs, and the files of the folder they work in that they run without being told. */
const readUnasked: readonly (readonly [programs: string, files: string])[] = [
  ['npm yarn pnpm bun', 'package.json'],
  ['make gmake', 'GNUmakefile makefile Makefile'],
  ['just', 'justfile Justfile .justfile'],
  ['task', 'Taskfile.yml Taskfile.yaml'],
  ['deno', 'deno.json deno.jsonc'],
  ['uv poetry pdm hatch', 'pyproject.toml'],
  ['cargo', 'Cargo.toml build.rs'],
  ['go', 'go.mod main.go'],
  ['mise', 'mise.toml .mise.toml'],
  ['direnv', '.envrc'],
  [
    'compose docker-compose podman-compose',
    'compose.yaml compose.yml docker-compose.yml docker-compose.yaml',
  ],
];

const readBy: ReadonlyMap<string, readonly string[]> = new Map(
  readUnasked.flatMap(([programs, files]) =>
    programs.split(' ').map((program) => [program, files.split(' ')]),
  ),
);

/** What interpreters put behind a name: `node ./server` runs `server.js`, `python -m server` `server/__main__.py`. */
const endings = [
  '',
  '.js',
  '.mjs',
  '.cjs',
  '.ts',
  '.mts',
  '.cts',
  '.json',
  '.py',
  '.rb',
  '.sh',
  '.ps1',
  '.cmd',
  '.bat',
  '/package.json',
  '/index.js',
  '/index.mjs',
  '/index.cjs',
  '/index.ts',
  '/__init__.py',
  '/__main__.py',
  '/main.go',
];

/**
 * Returns the files of a folder that a command would run, as far as its words tell: also within a line for a shell,
 * in a folder that it goes to, and those that programs read by themselves. In the order of the words, by their paths
 * in the folder. Rather one too many than one too few.
 */
export async function namedFiles(folder: string, words: readonly string[]): Promise<string[]> {
  const names = new Set(words.flatMap(namesIn));
  const own = [...names].flatMap((name) => readBy.get(programOf(name)) ?? []);
  const folders = [''];
  for (const name of names) {
    const path = pathIn(folder, name);
    if (path !== undefined && (await kindAt(folder, path)) === 'folder') folders.push(path);
  }
  const files = new Set<string>();
  for (const from of folders) {
    const there = new Set((await readdir(join(folder, from)).catch(() => [])).map(asFound));
    const isThere = (path: string) => there.has(asFound(relative(from, path).split(sep)[0] ?? ''));
    for (const name of [...names, ...own])
      for (const ending of endings) {
        const path = pathIn(folder, join(from, name + ending));
        if (path !== undefined && isThere(path) && (await kindAt(folder, path)) === 'file') files.add(path);
      }
  }
  return [...files];
}

/** Every text within a word that could name a file: parts of a line for a shell, of an option, of a module's name. */
function namesIn(word: string): string[] {
  const quoted = word.split(/\\*['"`]/).map((part) => part.trim());
  const slashed = word.replaceAll('\\', '/');
  const parts = slashed.split(/[\s'"`;&|()<>{}[\]=,$%:@!*]+/).filter((part) => part !== '');
  const all = [word, slashed, word.slice(word.indexOf('=') + 1), ...parts, ...quoted];
  return all.flatMap((name) => [
    name,
    // A path behind a variable or from the root of a container: `$PWD/x.mjs`, `/app/x.mjs`.
    ...(name.includes('/') ? [name.slice(name.indexOf('/') + 1)] : []),
    ...(/^[\w.]+$/.test(name) && name.includes('.') ? [name.replaceAll('.', '/')] : []),
  ]);
}

/** Some systems find a file by a name in other letters or another form of Unicode. */
function asFound(name: string): string {
  return name.normalize('NFKC').toUpperCase().toLowerCase();
}

function programOf(name: string): string {
  return (name.split('/').at(-1) ?? name).toLowerCase().replace(/\.(?:exe|cmd)$/, '');
}

/** Returns a path relative to the folder; undefined for one that leaves it. */
function pathIn(folder: string, name: string): string | undefined {
  if (name.includes('\0')) return undefined;
  const path = relative(folder, resolve(folder, name));
  const isOutside = path === '' || path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path);
  return isOutside ? undefined : path;
}

async function kindAt(folder: string, path: string): Promise<'file' | 'folder' | undefined> {
  const found = await realpath(join(folder, path)).catch(() => undefined);
  if (found === undefined) return undefined;
  const entry = await lstat(found);
  return entry.isFile() ? 'file' : entry.isDirectory() ? 'folder' : undefined;
}
