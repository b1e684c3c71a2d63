import { lstat, readdir, realpath, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { parseServersFile, type ServerEntry, variablesOf } from '../../shared/mcp-servers/servers-file.ts';
import type { AgentFileKind, Finding } from '../../shared/trust/folder-trust.ts';
import { repositoryRoot } from '../folder/git-repository.ts';
import { type AgentFile, agentFiles } from './agent-files.ts';
import { agentSettings, pathWords, type SettingsFormat } from './agent-settings.ts';
import { gitFolders, parseGitConfig, riskySettings } from './git-settings.ts';
import { hashOf, type Read, readWhole } from './trusted-file.ts';

/** The file of a folder with MCP servers. */
export const serversFile = '.mcp.json';

/** The folders of tools: in a chat's folder, and in Parley's data folder. */
export const toolFolder = '.parley/tools';
export const ownToolFolder = 'tools';

const toolFiles = /\.(mjs|cjs|js|json)$/;
const commandFolders = ['.parley/commands', '.claude/commands'];
const skillFolders = ['.claude/skills', '.agents/skills'];

/** The most files that one folder may bring along, and names searched for them. */
const mostFiles = 500;

const mostNames = 5_000;

const tooMany = `More than ${mostFiles} files: too many to show, and the agent would use them all.`;

/** The most settings of one file that a person is shown. */
const mostSettings = 500;

/**
 * What in a folder would run: for a person, and the hash of each file by its path. Equal fingerprints mean equal
 * content.
 */
export type Look = { findings: Finding[]; files: ReadonlyMap<string, string>; fingerprint: string };

/**
 * Looks at a folder without running anything of it. With an external `agent`, also at what that reads by itself,
 * in the folders above too, up to the repository's root.
 */
export async function lookAtFolder(folder: string, agent: string | null = null): Promise<Look> {
  const look = new FolderLook(folder);
  await look.servers();
  await look.below(toolFolder, toolFiles, (file) => ({ type: 'tool', file }));
  for (const commands of commandFolders)
    await look.below(commands, /\.md$/, (file) => ({ type: 'slash-command', file }));
  await look.git();
  if (agent !== null) await look.agent(agent);
  // After the agent's own files, of which a skill is one with the scripts that it names.
  for (const skills of skillFolders) await look.skills(skills);
  return look.found();
}

/** Looks at the person's own tools in Parley's data folder. */
export async function lookAtOwnTools(dataDir: string): Promise<Look> {
  const look = new FolderLook(dataDir);
  await look.below(ownToolFolder, toolFiles, (file) => ({ type: 'tool', file }));
  return look.found();
}

class FolderLook {
  readonly findings: Finding[] = [];
  readonly files = new Map<string, string>();
  readonly #folder: string;
  #names = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  found(): Look {
    const { findings, files } = this;
    return { findings, files, fingerprint: fingerprintOf(files) };
  }

  async servers(): Promise<void> {
    const text = await this.#take(serversFile);
    if (text === undefined) return;
    const { servers, problems } = parseServersFile(text);
    for (const server of servers) await this.#server(server);
    for (const { name, problem } of problems) {
      const words = name === null ? problem : `${name}: ${problem}`;
      this.findings.push({ type: 'not-used', file: serversFile, why: 'broken', problem: words });
    }
    if (servers.length === 0) this.files.delete(serversFile);
  }

  /** Takes the matching files below a folder, sorted by path. */
  async below(folder: string, names: RegExp, finding: (file: string) => Finding): Promise<void> {
    const entries = await readdir(join(this.#folder, folder), { withFileTypes: true }).catch(() => []);
    if (entries.length > 0 && (await this.#isLinked(folder))) return;
    for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
      const file = `${folder}/${entry.name}`;
      this.#names += 1;
      if (this.#isLeftOut(file)) return;
      if (entry.isDirectory()) await this.below(file, names, finding);
      else if (names.test(entry.name) && (await this.#take(file)) !== undefined)
        this.findings.push(finding(file));
    }
  }

  /** Takes the `SKILL.md` of each folder right below. */
  async skills(folder: string): Promise<void> {
    const entries = await readdir(join(this.#folder, folder), { withFileTypes: true }).catch(() => []);
    if (entries.length > 0 && (await this.#isLinked(folder))) return;
    for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
      const file = `${folder}/${entry.name}/SKILL.md`;
      this.#names += 1;
      if (!entry.isDirectory() || this.files.has(file)) continue;
      if ((await this.#take(file)) !== undefined) this.findings.push({ type: 'skill', file });
    }
  }

  /** Without git's hooks: Parley's git never runs them. */
  async git(): Promise<void> {
    for (const gitFolder of await gitFolders(this.#folder))
      for (const name of ['config', 'config.worktree']) await this.#gitConfig(join(gitFolder, name));
  }

  /** Takes what an agent reads by itself; follows links, as the agent does. */
  async agent(name: string): Promise<void> {
    const files = agentFiles(name);
    for (const file of files.filter(({ where }) => where !== 'above')) await this.#ofAgent('', file);
    for (const place of placesAbove(this.#folder))
      for (const file of files.filter(({ where }) => where !== 'folder')) await this.#ofAgent(place, file);
    // Agents run `git status` unasked, which runs this hook.
    for (const gitFolder of await gitFolders(this.#folder))
      await this.#agentFile(
        '',
        relative(this.#folder, join(gitFolder, 'hooks/post-index-change')),
        'program',
      );
  }

  /** `place` leads from the folder to the one above it in which the file lies. */
  async #ofAgent(place: string, { path, holds, names, format }: AgentFile): Promise<void> {
    const file = join(place, path);
    if (names === undefined) await this.#agentFile(place, file, holds, format);
    else await this.#agentFilesBelow(file, names, (found) => this.#agentFile(place, found, holds, format));
  }

  async #agentFilesBelow(
    folder: string,
    names: RegExp,
    take: (file: string) => Promise<void>,
  ): Promise<void> {
    const entries = await readdir(join(this.#folder, folder)).catch(() => []);
    for (const name of entries.toSorted((one, other) => (one < other ? -1 : 1))) {
      const file = join(folder, name);
      this.#names += 1;
      if (this.#isFull()) return this.#unseen(file, tooMany);
      const found = await stat(join(this.#folder, file)).catch(() => undefined);
      if (found?.isDirectory() === true) {
        if (name !== 'node_modules') await this.#agentFilesBelow(file, names, take);
      } else if (names.test(name)) await take(file);
    }
  }

  async #agentFile(
    place: string,
    file: string,
    holds: AgentFileKind,
    format?: SettingsFormat,
  ): Promise<void> {
    if (this.files.has(file)) return;
    const path = await realpath(join(this.#folder, file)).catch(() => undefined);
    const read = path === undefined ? undefined : await readWhole(path);
    if (read === undefined || read.type === 'missing') return;
    if (read.type === 'not-used') {
      if (read.why !== 'unreadable') this.#unseen(file, read.problem);
      return;
    }
    const text = read.bytes.toString('utf8');
    const settings = format === undefined ? [] : agentSettings(text, format);
    if (format !== undefined && settings.length === 0) return;
    if (settings.length > mostSettings) return this.#unseen(file, 'It is too long to show.');
    this.files.set(file, hashOf(read.bytes));
    const scripts = await this.#scriptsIn({ text, holds }, ['', place]);
    this.findings.push({ type: 'agent-file', file, holds, settings, scripts });
  }

  /**
   * Takes the files that a text of an agent names, relative to the folder or to the one above it that has the
   * text. Where settings name a script, it would run whatever its size, so one that is too large to be hashed
   * counts as unseen.
   */
  async #scriptsIn(
    { text, holds }: { text: string; holds: AgentFileKind },
    places: readonly string[],
  ): Promise<string[]> {
    const scripts: string[] = [];
    for (const place of new Set(places))
      for (const named of await namedFiles(join(this.#folder, place), pathWords(text))) {
        const script = join(place, named);
        if (this.files.has(script)) continue;
        if (this.#isFull()) {
          this.#unseen(script, tooMany);
          return scripts;
        }
        const read = await this.#read(script, 'follow');
        if (read.type === 'read') {
          this.files.set(script, hashOf(read.bytes));
          scripts.push(script);
        } else if (read.type === 'not-used') {
          if (holds === 'settings') this.#unseen(script, read.problem);
          else this.#notUsed(script, read);
        }
      }
    return scripts;
  }

  #unseen(file: string, problem: string): void {
    this.findings.push({ type: 'agent-file-unseen', file, problem });
  }

  async #server({ name, reach }: ServerEntry): Promise<void> {
    const variables = variablesOf(reach);
    if (reach.type === 'address') {
      this.findings.push({ type: 'server-address', file: serversFile, name, url: reach.url, variables });
      return;
    }
    const { command, args, env } = reach;
    const words = [command, ...args];
    const values = Object.values(env).flatMap((value) => value.split(/\s+/));
    const scripts: string[] = [];
    for (const script of await namedFiles(this.#folder, [...words, ...values]))
      if ((await this.#take(script, 'follow')) !== undefined) scripts.push(script);
    this.findings.push({ type: 'server-command', file: serversFile, name, words, env, scripts, variables });
  }

  async #gitConfig(path: string): Promise<void> {
    const read = await readWhole(await realpath(path).catch(() => path));
    if (read.type !== 'read') return;
    const file = relative(this.#folder, path);
    const settings = riskySettings(parseGitConfig(read.bytes.toString('utf8')));
    if (settings.length > 0) this.files.set(file, hashOf(JSON.stringify(settings)));
    for (const { key, value } of settings) {
      this.findings.push({ type: 'git-setting', file, key, value });
      const included = /^include(if\..*)?\.path$/s.test(key) ? resolve(dirname(path), value) : undefined;
      if (included !== undefined) await this.#take(relative(this.#folder, included), 'follow');
    }
  }

  /** True for a link to a folder, which is not followed. */
  async #isLinked(folder: string): Promise<boolean> {
    const path = join(this.#folder, folder);
    const isReached = (await realpath(path).catch(() => '')) === join(await realpath(this.#folder), folder);
    if (!isReached)
      this.findings.push({
        type: 'not-used',
        file: folder,
        why: 'link',
        problem: 'It is a link to another folder.',
      });
    return !isReached;
  }

  /** True once the limit for one folder is reached. */
  #isFull(): boolean {
    return this.files.size >= mostFiles || this.#names > mostNames;
  }

  /** True for a file beyond the limit; the first of them is a finding. */
  #isLeftOut(file: string): boolean {
    const isFull = this.#isFull();
    if (isFull && !this.findings.some((one) => one.type === 'not-used' && one.why === 'too-many')) {
      const problem = `Only the first ${mostFiles} files are checked; the others are not used.`;
      this.findings.push({ type: 'not-used', file, why: 'too-many', problem });
    }
    return isFull;
  }

  /** Stores the hash of a file and returns its text; undefined, with a finding, for one that is not used. */
  async #take(file: string, links: 'refuse' | 'follow' = 'refuse'): Promise<string | undefined> {
    if (this.#isLeftOut(file)) return undefined;
    const read = await this.#read(file, links);
    switch (read.type) {
      case 'missing':
        return undefined;
      case 'not-used':
        this.#notUsed(file, read);
        return undefined;
      case 'read':
        this.files.set(file, hashOf(read.bytes));
        return read.bytes.toString('utf8');
    }
  }

  async #read(file: string, links: 'refuse' | 'follow'): Promise<Read> {
    const path = resolve(this.#folder, file);
    return readWhole(links === 'follow' ? await realpath(path).catch(() => path) : path);
  }

  #notUsed(file: string, { why, problem }: Extract<Read, { type: 'not-used' }>): void {
    this.findings.push({ type: 'not-used', file, why, problem });
  }
}

function fingerprintOf(files: ReadonlyMap<string, string>): string {
  return hashOf(JSON.stringify([...files].toSorted(([one], [other]) => (one < other ? -1 : 1))));
}

/** Returns the relative paths to the folders above, up to the repository's root; empty outside of git. */
function placesAbove(folder: string): string[] {
  const root = repositoryRoot(folder);
  const depth = root === null ? 0 : relative(root, folder).split(sep).filter(Boolean).length;
  return Array.from({ length: depth }, (_, index) => '../'.repeat(index + 1));
}

/** Programs, and the files that they run by default in their working directory. */
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

/**
 * What interpreters append to a name: `node ./server` runs `server.js`, `python -m server` runs
 * `server/__main__.py`.
 */
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
 * Returns the files of a folder that a command would run, as far as its words tell: also in a line for a shell,
 * in a folder it changes to, and those that programs read by default. In the order of the words, relative to the
 * folder. Errs on the side of one too many.
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

/** Returns every part of a word that could name a file: of a line for a shell, an option, or a module's name. */
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

/** Some file systems ignore case or the Unicode form of a name. */
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
