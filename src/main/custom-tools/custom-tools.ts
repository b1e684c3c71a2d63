import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { CustomToolInfo } from '../../shared/contract/folder-calls.ts';
import type { WorkspaceId } from '../../shared/ids.ts';
import type { PersonShell } from '../commands/person-shell.ts';
import { LeftServers } from '../mcp-servers/left-servers.ts';
import type { Trust } from '../trust/folder-trusts.ts';
import type { Loaded } from './tool-messages.schema.ts';
import { messageOf } from '../../shared/thrown-error.ts';
import { ToolProcess } from './tool-process.ts';

/** The folder of a chat's folder, and of the data folder, that tools lie in. */
const folderOfTools = '.parley/tools';
const ownFolder = 'tools';

export type CustomToolsParts = {
  dataDir: string;
  trust: Pick<Trust, 'of' | 'read' | 'subscribe'>;
  shell: Pick<PersonShell, 'environment'>;
  /** Time limits of loading and of a call, in milliseconds. */
  limits: { loadLimit: number; callLimit: number };
  newMarker: () => string;
  /** True for a name that a tool of Parley's has. */
  isTaken: (name: string) => boolean;
  /** Called with each tool that can't be used, once for every start of its process. */
  onProblem: (problem: { file: string; problem: string }) => void;
  report: (error: unknown) => void;
};

/** The tools of a chat as they run now. */
export type RunningTools = Loaded & { process: ToolProcess };

/** Texts of files by their path relative to a folder of tools. */
type Files = ReadonlyMap<string, string>;

/** Knowledge of a file's tool, for as long as its text is the same. */
type Known = Pick<CustomToolInfo, 'tool' | 'problem'> & { text: string };

/** A module as it was read, with the key of what is known of it. */
type Module = { key: string; text: string };

type Running = { folder: string; identity: string; process: Promise<ToolProcess> };

/** The processes of custom tools, one for each chat that has some: the person's own, and those of trusted folders. */
export class CustomTools {
  readonly #parts: CustomToolsParts;
  readonly #left: LeftServers;
  readonly #running = new Map<WorkspaceId, Running>();
  readonly #known = new Map<string, Known>();
  readonly #unsubscribe: () => void;
  #ready: Promise<void> | undefined;

  constructor(parts: CustomToolsParts) {
    this.#parts = parts;
    this.#left = new LeftServers(parts.dataDir, leftToolsName);
    this.#unsubscribe = parts.trust.subscribe(({ folder, state }) => {
      if (state === 'trusted') return;
      for (const [id, running] of this.#running) if (running.folder === folder) void this.end(id);
    });
  }

  /**
   * Returns the tools that a chat may use, in a process that has exactly the files that are there now; undefined
   * where there are none, or they did not load.
   */
  async of(id: WorkspaceId, folder: string): Promise<RunningTools | undefined> {
    await this.recover();
    const [own, folders] = [await this.#own(), await this.#trusted(folder)];
    const identity = identityOf(own, folders);
    if (this.#running.get(id)?.identity !== identity) {
      await this.end(id);
      if (![...own.keys(), ...folders.keys()].some(isModule)) return undefined;
      this.#running.set(id, { folder, identity, process: this.#start(id, folder, [own, folders]) });
    }
    const process = await this.#running.get(id)?.process;
    if (process === undefined) return undefined;
    try {
      return { ...(await process.loaded), process };
    } catch (error) {
      if (this.#running.get(id)?.identity === identity) this.#running.delete(id);
      this.#parts.onProblem({ file: folderOfTools, problem: String(error) });
      return undefined;
    }
  }

  /** Returns the tools that a chat on a folder may use, with what is known of them; loads none. */
  async list(folder: string): Promise<CustomToolInfo[]> {
    const sources = [[null, await this.#own()] as const, [folder, await this.#trusted(folder)] as const];
    return sources.flatMap(([from, files]) =>
      Array.from(files).flatMap(([file, text]): CustomToolInfo[] => {
        if (!isModule(file)) return [];
        const known = this.#known.get(keyOf(from, file));
        const { tool, problem } = known?.text === text ? known : { tool: null, problem: null };
        return [{ file, folder: from, tool, problem }];
      }),
    );
  }

  /** Ends the process of a chat. */
  async end(id: WorkspaceId): Promise<void> {
    const running = this.#running.get(id);
    this.#running.delete(id);
    const process = await running?.process.catch(() => undefined);
    await process?.end('Its files have changed, or its chat was closed.', true);
  }

  async close(): Promise<void> {
    this.#unsubscribe();
    await Promise.all([...this.#running.keys()].map((id) => this.end(id)));
  }

  /** Ends what a Parley that was killed left, and removes its copies. */
  recover(): Promise<void> {
    this.#ready ??= this.#left
      .end()
      .then(() => rm(this.#copies(), { recursive: true, force: true }))
      .catch(this.#parts.report);
    return this.#ready;
  }

  #copies(): string {
    return join(this.#parts.dataDir, 'tools.running');
  }

  async #own(): Promise<Files> {
    const folder = join(this.#parts.dataDir, ownFolder);
    const names = await readdir(folder).catch(() => []);
    const texts = names
      .filter((name) => /\.(mjs|cjs|js|json)$/.test(name))
      .toSorted()
      .map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const);
    return new Map(await Promise.all(texts));
  }

  async #trusted(folder: string): Promise<Files> {
    const { trust } = this.#parts;
    const { state, findings } = await trust.of(folder);
    const found = new Map<string, string>();
    if (state !== 'trusted') return found;
    for (const { type, file } of findings) {
      const text = type === 'tool' ? await trust.read(folder, file) : undefined;
      if (text !== undefined) found.set(file.slice(folderOfTools.length + 1), text);
    }
    return found;
  }

  /** Copies the files as they were read, so that what was trusted is what runs, and starts their process. */
  async #start(id: WorkspaceId, folder: string, sources: readonly Files[]): Promise<ToolProcess> {
    const { shell, newMarker, limits, onProblem, report } = this.#parts;
    await mkdir(this.#copies(), { recursive: true, mode: 0o700 });
    const copy = await mkdtemp(join(this.#copies(), 'chat-'));
    const paths: string[] = [];
    const modules: Module[] = [];
    for (const [index, files] of sources.entries())
      for (const [name, text] of files) {
        const path = join(copy, String(index), name);
        await mkdir(dirname(path), { recursive: true });
        await writeFile(path, text, { mode: 0o600 });
        if (!isModule(name)) continue;
        paths.push(path);
        modules.push({ key: keyOf(index === 0 ? null : folder, name), text });
      }
    const marker = newMarker();
    this.#left.add(marker);
    const process: ToolProcess = new ToolProcess({
      folder,
      files: paths,
      env: await shell.environment([]),
      marker,
      ...limits,
      onCalled: (tool, lost) => this.#noteCall(modules, tool, lost),
      onEnd: () => {
        this.#left.remove(marker);
        rm(copy, { recursive: true, force: true }).catch(report);
      },
    });
    process.ended.then(() => this.#forget(id, process), report);
    process.loaded.then(
      (loaded) => {
        this.#noteLoaded(modules, loaded);
        for (const { file, problem } of loaded.problems) onProblem({ file, problem });
        for (const { file, name } of loaded.tools) {
          const problem = this.#refused(name);
          if (problem !== null) onProblem({ file, problem });
        }
      },
      (error: unknown) => this.#noteUnloaded(modules, messageOf(error)),
    );
    return process;
  }

  #noteLoaded(modules: readonly Module[], { tools, problems }: Loaded): void {
    for (const { place, name, description, readOnly } of tools) {
      const { key, text } = modules[place] ?? {};
      if (key === undefined || text === undefined) continue;
      const why = this.#refused(name);
      const problem = why === null ? null : notOffered(why);
      this.#known.set(key, { text, tool: { name, description, readOnly }, problem });
    }
    for (const { place, problem } of problems) this.#noteUnloaded(modules.slice(place, place + 1), problem);
  }

  /** Returns why no tool of this name is offered; null for a name that one can have. */
  #refused(name: string): string | null {
    if (!plainName.test(name)) return `“${name}” is no name that a tool can have.`;
    return this.#parts.isTaken(name) ? `Parley has a tool of its own called ${name}.` : null;
  }

  #noteUnloaded(modules: readonly Module[], problem: string): void {
    for (const { key, text } of modules)
      this.#known.set(key, { text, tool: null, problem: notOffered(problem) });
  }

  #noteCall(modules: readonly Module[], name: string, lost: string | null): void {
    for (const { key, text } of modules) {
      const known = this.#known.get(key);
      if (known?.text !== text || known.tool?.name !== name) continue;
      this.#known.set(key, { ...known, problem: lost === null ? null : { type: 'lost', text: lost } });
    }
  }

  async #forget(id: WorkspaceId, process: ToolProcess): Promise<void> {
    const known = this.#running.get(id);
    if ((await known?.process) === process && this.#running.get(id) === known) this.#running.delete(id);
  }
}

/** A name that every provider takes, and that no tool of an MCP server has. */
export const plainName = /^(?!.*__)[A-Za-z][A-Za-z0-9_-]{0,63}$/;

const notOffered = (text: string): Known['problem'] => ({ type: 'not-offered', text });

const keyOf = (folder: string | null, file: string) => JSON.stringify([folder, file]);

/** The file that is there only while tools run, or where an earlier Parley was killed with some. */
const leftToolsName = 'tools.processes';

/** True for a file that is a tool by itself; others are there for those. */
function isModule(name: string): boolean {
  return name.endsWith('.mjs') && !name.includes('/');
}

function identityOf(...sources: readonly Files[]): string {
  const all = sources.map((files) => [...files]);
  return createHash('sha256').update(JSON.stringify(all)).digest('hex');
}
