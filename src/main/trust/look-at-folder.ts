import { createHash } from 'node:crypto';
import { lstat, readdir, realpath } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { parseServersFile, type ServerEntry, variablesOf } from '../../shared/mcp-servers/servers-file.ts';
import { errorCode } from '../../shared/thrown-error.ts';
import type { Finding } from '../../shared/trust/folder-trust.ts';
import { openRegular } from '../folder/text-file.ts';
import { gitFolders, parseGitConfig, riskySettings } from './git-settings.ts';

/** The file of a folder with MCP servers. */
export const serversFile = '.mcp.json';

const toolFolder = '.parley/tools';
const commandFolders = ['.parley/commands', '.claude/commands'];

/** The most files that one folder may bring along, and names looked through for them; the size of one in bytes. */
const mostFiles = 500;
const mostNames = 5_000;
const largestFile = 5_000_000;

/**
 * What of a folder would run: for a person, and the hash of each file behind it by its path. Two looks with the
 * same `fingerprint` found the same.
 */
export type Look = { findings: Finding[]; files: ReadonlyMap<string, string>; fingerprint: string };

/** Looks at a folder without running anything of it; what can't be read is a finding, or not there. */
export async function lookAtFolder(folder: string): Promise<Look> {
  const look = new FolderLook(folder);
  await look.servers();
  await look.below(toolFolder, /\.(mjs|cjs|js|json)$/, (file) => ({ type: 'tool', file }));
  for (const commands of commandFolders)
    await look.below(commands, /\.md$/, (file) => ({ type: 'slash-command', file }));
  await look.git();
  const { findings, files } = look;
  return { findings, files, fingerprint: fingerprintOf(files) };
}

/** Returns the text of a file as it is now, if that has the hash it was trusted with. */
export async function readTrusted(folder: string, file: string, hash: string): Promise<string | undefined> {
  const read = await readWhole(join(folder, file));
  return read.type === 'read' && hashOf(read.bytes) === hash ? read.bytes.toString('utf8') : undefined;
}

class FolderLook {
  readonly findings: Finding[] = [];
  readonly files = new Map<string, string>();
  readonly #folder: string;
  #names = 0;

  constructor(folder: string) {
    this.#folder = folder;
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

  /** Takes the files below a folder whose names fit, in the order of their paths. */
  async below(folder: string, names: RegExp, finding: (file: string) => Finding): Promise<void> {
    const entries = await readdir(join(this.#folder, folder), { withFileTypes: true }).catch(() => []);
    if (entries.length > 0 && (await this.#isLinked(folder))) return;
    for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
      const file = `${folder}/${entry.name}`;
      this.#names += 1;
      if (this.#isFull(file)) return;
      if (entry.isDirectory()) await this.below(file, names, finding);
      else if (names.test(entry.name) && (await this.#take(file)) !== undefined)
        this.findings.push(finding(file));
    }
  }

  /** Git's hooks are passed by: Parley's git never runs them. */
  async git(): Promise<void> {
    for (const gitFolder of await gitFolders(this.#folder))
      for (const name of ['config', 'config.worktree']) await this.#gitConfig(join(gitFolder, name));
  }

  async #server({ name, reach }: ServerEntry): Promise<void> {
    const variables = variablesOf(reach);
    if (reach.type === 'address') {
      this.findings.push({ type: 'server-address', file: serversFile, name, url: reach.url, variables });
      return;
    }
    const words = [reach.command, ...reach.args];
    const scripts: string[] = [];
    // An option names its file behind a sign: `--config=./tool.mjs`.
    const places = new Set(words.flatMap((word) => [word, word.slice(word.indexOf('=') + 1)]));
    for (const word of places) {
      const script = await this.#scriptOf(word);
      if (script !== undefined && (await this.#take(script, 'follow')) !== undefined) scripts.push(script);
    }
    this.findings.push({ type: 'server-command', file: serversFile, name, words, scripts, variables });
  }

  /** Returns the path of a file of the folder that a word of a command names. */
  async #scriptOf(word: string): Promise<string | undefined> {
    const path = relative(this.#folder, resolve(this.#folder, word));
    if (path === '' || path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path)) return undefined;
    const found = await realpath(join(this.#folder, path)).catch(() => undefined);
    if (found === undefined) return undefined;
    return (await lstat(found)).isFile() ? path : undefined;
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

  /** A folder that a link leads to is not looked into. */
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

  /** True once there is more than one folder may bring; the first that is too much is a finding. */
  #isFull(file: string): boolean {
    const isFull = this.files.size >= mostFiles || this.#names > mostNames;
    if (isFull && !this.findings.some((one) => one.type === 'not-used' && one.why === 'too-many')) {
      const problem = `Only the first ${mostFiles} files are looked at, and what follows is not used.`;
      this.findings.push({ type: 'not-used', file, why: 'too-many', problem });
    }
    return isFull;
  }

  /** Keeps the hash of a file and returns its text; undefined, with a finding, for one that is not used. */
  async #take(file: string, links: 'refuse' | 'follow' = 'refuse'): Promise<string | undefined> {
    if (this.#isFull(file)) return undefined;
    const path = resolve(this.#folder, file);
    const read = await readWhole(links === 'follow' ? await realpath(path).catch(() => path) : path);
    switch (read.type) {
      case 'missing':
        return undefined;
      case 'not-used':
        this.findings.push({ type: 'not-used', file, why: read.why, problem: read.problem });
        return undefined;
      case 'read':
        this.files.set(file, hashOf(read.bytes));
        return read.bytes.toString('utf8');
    }
  }
}

type Read =
  | { type: 'read'; bytes: Buffer }
  | { type: 'missing' }
  | { type: 'not-used'; why: 'link' | 'too-large' | 'unreadable'; problem: string };

async function readWhole(path: string): Promise<Read> {
  try {
    const opened = await openRegular(path);
    if ('kind' in opened) {
      const why = opened.kind === 'link' ? 'link' : 'unreadable';
      return { type: 'not-used', why, problem: `It is a ${opened.kind}.` };
    }
    try {
      if (opened.size > largestFile)
        return { type: 'not-used', why: 'too-large', problem: 'It is larger than 5 MB.' };
      return { type: 'read', bytes: await opened.handle.readFile() };
    } finally {
      await opened.handle.close();
    }
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')) return { type: 'missing' };
    return { type: 'not-used', why: 'unreadable', problem: `The system says ${errorCode(error) ?? 'no'}.` };
  }
}

function hashOf(content: Buffer | string): string {
  return createHash('sha256').update(content).digest('hex');
}

function fingerprintOf(files: ReadonlyMap<string, string>): string {
  return hashOf(JSON.stringify([...files].toSorted(([one], [other]) => (one < other ? -1 : 1))));
}
