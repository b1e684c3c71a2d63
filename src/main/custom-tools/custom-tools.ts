import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { CustomToolInfo } from '../../shared/contract/app-contract.ts';
import type { WorkspaceId } from '../../shared/ids.ts';
import { messageOf } from '../../shared/thrown-error.ts';
import type { PersonShell } from '../commands/person-shell.ts';
import { OrphanedProcesses } from '../commands/orphaned-processes.ts';
import type { Trust } from '../trust/folder-trusts.ts';
import { ownToolFolder, toolFolder } from '../trust/look-at-folder.ts';
import type { Loaded } from './tool-messages.schema.ts';
import { ToolProcess } from './tool-process.ts';

export type CustomToolsDeps = {
  dataDir: string;
  trust: Pick<Trust, 'of' | 'read' | 'subscribe'>;
  shell: Pick<PersonShell, 'environment'>;
  /** Time limits of loading and of a call, in milliseconds. */
  limits: { loadLimit: number; callLimit: number };
  newMarker: () => string;
  /** True for the name of one of Parley's tools. */
  isTaken: (name: string) => boolean;
  /** Called with each tool that can't be used, once for every start of its process. */
  onProblem: (problem: { file: string; problem: string }) => void;
  report: (error: unknown) => void;
};

/** The tools of a chat in their running process. */
type RunningTools = Loaded & { process: ToolProcess };

type Running = { folder: string; identity: string; process: Promise<ToolProcess> };

/**
 * Runs the custom tools of each chat in a process of its own: the person's and those of the folder, as far as
 * they are trusted.
 */
export class CustomTools {
  readonly #deps: CustomToolsDeps;
  readonly #orphaned: OrphanedProcesses;
  /** The folder with copies of the files that run. */
  readonly #copies: string;
  readonly #running = new Map<WorkspaceId, Running>();
  readonly #known: KnownTools;
  readonly #unsubscribe: () => void;
  #ready: Promise<void> | undefined;

  constructor(deps: CustomToolsDeps) {
    this.#deps = deps;
    this.#copies = join(deps.dataDir, 'tools.running');
    this.#known = new KnownTools(deps.isTaken);
    this.#orphaned = new OrphanedProcesses(join(deps.dataDir, 'tools.processes'));
    this.#unsubscribe = deps.trust.subscribe(({ folder, agent, state }) => {
      if (agent !== null || state === 'trusted') return;
      const isOwn = folder === deps.dataDir;
      for (const [id, running] of this.#running) if (isOwn || running.folder === folder) void this.end(id);
    });
  }

  /**
   * Returns the tools that a chat may use, in a process with exactly the current files; undefined where there are
   * none, or they failed to load.
   */
  async of(id: WorkspaceId, folder: string): Promise<RunningTools | undefined> {
    await this.recover();
    const sources = await toolSources(this.#deps, folder);
    const identity = identityOf(sources);
    if (this.#running.get(id)?.identity !== identity) {
      await this.end(id);
      if (modulesIn(sources).length === 0) return undefined;
      this.#running.set(id, { folder, identity, process: this.#start(id, folder, sources) });
    }
    const process = await this.#running.get(id)?.process;
    if (process === undefined) return undefined;
    try {
      return { ...(await process.loaded), process };
    } catch (error) {
      if (this.#running.get(id)?.identity === identity) this.#running.delete(id);
      this.#deps.onProblem({ file: toolFolder, problem: String(error) });
      return undefined;
    }
  }

  /** Returns the tools that a chat on a folder may use, with what is known of them; loads none. */
  async list(folder: string): Promise<CustomToolInfo[]> {
    const modules = modulesIn(await toolSources(this.#deps, folder));
    return modules.map((one) => ({ file: one.file, folder: one.folder, ...this.#known.of(one) }));
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

  /** Ends orphaned processes of a killed Parley, and removes its copies. */
  recover(): Promise<void> {
    this.#ready ??= this.#orphaned
      .end()
      .then(() => rm(this.#copies, { recursive: true, force: true }))
      .catch(this.#deps.report);
    return this.#ready;
  }

  /** Copies the files as they were read, so that what was trusted is what runs, and starts their process. */
  async #start(id: WorkspaceId, folder: string, sources: readonly ToolSource[]): Promise<ToolProcess> {
    const { shell, newMarker, limits, onProblem, report } = this.#deps;
    const { copy, modules } = await copyTools(this.#copies, sources);
    const marker = newMarker();
    this.#orphaned.add(marker);
    const process: ToolProcess = new ToolProcess({
      folder,
      files: modules.map(({ path }) => path),
      env: await shell.environment([]),
      marker,
      ...limits,
      onCalled: (tool, lost) => this.#known.noteCall(modules, tool, lost),
      onEnd: () => {
        this.#orphaned.remove(marker);
        rm(copy, { recursive: true, force: true }).catch(report);
      },
    });
    process.ended.then(() => this.#forget(id, process), report);
    process.loaded.then(
      (loaded) => {
        for (const problem of this.#known.noteLoaded(modules, loaded)) onProblem(problem);
      },
      (error: unknown) => this.#known.noteUnloaded(modules, messageOf(error)),
    );
    return process;
  }

  async #forget(id: WorkspaceId, process: ToolProcess): Promise<void> {
    const known = this.#running.get(id);
    if ((await known?.process) === process && this.#running.get(id) === known) this.#running.delete(id);
  }
}

/** Texts of files by their path relative to a folder of tools. */
type Files = ReadonlyMap<string, string>;

/** The files of a folder with tools; `folder` is null for the person's own. */
export type ToolSource = { folder: string | null; files: Files };

/** Reads the tool files that a chat on a folder may use: the person's own and the folder's. */
async function toolSources(
  { dataDir, trust }: { dataDir: string; trust: Pick<Trust, 'of' | 'read'> },
  folder: string,
): Promise<ToolSource[]> {
  return [
    { folder: null, files: await trustedTools(trust, dataDir, ownToolFolder) },
    { folder, files: await trustedTools(trust, folder, toolFolder) },
  ];
}

/** Returns the tool files below a part of a folder, as they were trusted; none if it is not trusted. */
async function trustedTools(trust: Pick<Trust, 'of' | 'read'>, folder: string, part: string): Promise<Files> {
  const { state, findings } = await trust.of(folder);
  const found = new Map<string, string>();
  if (state !== 'trusted') return found;
  for (const { type, file } of findings) {
    const text = type === 'tool' ? await trust.read(folder, file) : undefined;
    if (text !== undefined) found.set(file.slice(part.length + 1), text);
  }
  return found;
}

/** A module in a folder with tools; `folder` is null for the person's own. */
type ListedModule = Module & { file: string; folder: string | null };

/** Returns the files that are tools; other files are only imported by them. */
function modulesIn(sources: readonly ToolSource[]): ListedModule[] {
  return sources.flatMap(({ folder, files }) =>
    Array.from(files)
      .filter(([file]) => isModule(file))
      .map(([file, text]) => ({ file, folder, key: keyOf(folder, file), text })),
  );
}

function isModule(name: string): boolean {
  return name.endsWith('.mjs') && !name.includes('/');
}

/** Copies files as they were read into a new folder; returns it with the copies of the modules. */
async function copyTools(
  parent: string,
  sources: readonly ToolSource[],
): Promise<{ copy: string; modules: (Module & { path: string })[] }> {
  await mkdir(parent, { recursive: true, mode: 0o700 });
  const copy = await mkdtemp(join(parent, 'chat-'));
  const modules: (Module & { path: string })[] = [];
  for (const [index, { folder, files }] of sources.entries())
    for (const [name, text] of files) {
      const path = join(copy, String(index), name);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, text, { mode: 0o600 });
      if (isModule(name)) modules.push({ key: keyOf(folder, name), text, path });
    }
  return { copy, modules };
}

/** Identifies exactly these files. */
function identityOf(sources: readonly ToolSource[]): string {
  const all = sources.map(({ files }) => [...files]);
  return createHash('sha256').update(JSON.stringify(all)).digest('hex');
}

/** What is known of a file's tool, valid for this `text`. */
type Known = Pick<CustomToolInfo, 'tool' | 'problem'> & { text: string };

/** A module's text, with the key of what is known of it. */
type Module = { key: string; text: string };

/** A name that every provider takes and that no tool of an MCP server has. */
export const plainName = /^(?!.*__)[A-Za-z][A-Za-z0-9_-]{0,63}$/;

const notOffered = (text: string): Known['problem'] => ({ type: 'not-offered', text });

/** Returns the key of a file; `folder` is null for the person's own. */
const keyOf = (folder: string | null, file: string) => JSON.stringify([folder, file]);

/** What is known of tools that were loaded or called. */
class KnownTools {
  readonly #isTaken: (name: string) => boolean;
  readonly #known = new Map<string, Known>();

  /** `isTaken` is true for the name of one of Parley's tools. */
  constructor(isTaken: (name: string) => boolean) {
    this.#isTaken = isTaken;
  }

  /** Returns what is known of a module with its current text. */
  of({ key, text }: Module): Pick<CustomToolInfo, 'tool' | 'problem'> {
    const known = this.#known.get(key);
    if (known?.text !== text) return { tool: null, problem: null };
    return { tool: known.tool, problem: known.problem };
  }

  /** Notes the tools of modules, and why others have none; returns all problems. */
  noteLoaded(modules: readonly Module[], { tools, problems }: Loaded): { file: string; problem: string }[] {
    const refused: { file: string; problem: string }[] = [];
    for (const { place, file, name, description, readOnly } of tools) {
      const why = this.#refused(name);
      if (why !== null) refused.push({ file, problem: why });
      const { key, text } = modules[place] ?? {};
      if (key === undefined || text === undefined) continue;
      const problem = why === null ? null : notOffered(why);
      this.#known.set(key, { text, tool: { name, description, readOnly }, problem });
    }
    for (const { place, problem } of problems) this.noteUnloaded(modules.slice(place, place + 1), problem);
    return [...problems.map(({ file, problem }) => ({ file, problem })), ...refused];
  }

  /** Returns why a tool with this name is not offered; null if it is. */
  #refused(name: string): string | null {
    if (!plainName.test(name)) return `“${name}” is not a valid name for a tool.`;
    return this.#isTaken(name) ? `Parley already has a tool called ${name}.` : null;
  }

  /** Notes why modules have no tools. */
  noteUnloaded(modules: readonly Module[], problem: string): void {
    for (const { key, text } of modules)
      this.#known.set(key, { text, tool: null, problem: notOffered(problem) });
  }

  /** Notes the end of a call; `lost` says why its result was lost, or is null. */
  noteCall(modules: readonly Module[], name: string, lost: string | null): void {
    for (const { key, text } of modules) {
      const known = this.#known.get(key);
      if (known?.text !== text || known.tool?.name !== name) continue;
      this.#known.set(key, { ...known, problem: lost === null ? null : { type: 'lost', text: lost } });
    }
  }
}
