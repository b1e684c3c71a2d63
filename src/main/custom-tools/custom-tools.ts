import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { CustomToolInfo } from '../../shared/contract/folder-calls.ts';
import type { WorkspaceId } from '../../shared/ids.ts';
import type { PersonShell } from '../commands/person-shell.ts';
import { LeftServers } from '../mcp-servers/left-servers.ts';
import type { Trust } from '../trust/folder-trusts.ts';
import { toolFolder } from '../trust/look-at-folder.ts';
import { KnownTools } from './known-tools.ts';
import { copyTools, identityOf, modulesIn, type ToolSource, toolSources } from './tool-files.ts';
import type { Loaded } from './tool-messages.schema.ts';
import { messageOf } from '../../shared/thrown-error.ts';
import { ToolProcess } from './tool-process.ts';

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

type Running = { folder: string; identity: string; process: Promise<ToolProcess> };

/** The processes of custom tools, one for each chat that has some: the person's own and those of folders, as far as they are trusted. */
export class CustomTools {
  readonly #parts: CustomToolsParts;
  readonly #left: LeftServers;
  /** The folder with the copies of the files that run. */
  readonly #copies: string;
  readonly #running = new Map<WorkspaceId, Running>();
  readonly #known: KnownTools;
  readonly #unsubscribe: () => void;
  #ready: Promise<void> | undefined;

  constructor(parts: CustomToolsParts) {
    this.#parts = parts;
    this.#copies = join(parts.dataDir, 'tools.running');
    this.#known = new KnownTools(parts.isTaken);
    this.#left = new LeftServers(parts.dataDir, leftToolsName);
    this.#unsubscribe = parts.trust.subscribe(({ folder, agent, state }) => {
      if (agent !== null || state === 'trusted') return;
      const isOwn = folder === parts.dataDir;
      for (const [id, running] of this.#running) if (isOwn || running.folder === folder) void this.end(id);
    });
  }

  /**
   * Returns the tools that a chat may use, in a process that has exactly the files that are there now; undefined
   * where there are none, or they did not load.
   */
  async of(id: WorkspaceId, folder: string): Promise<RunningTools | undefined> {
    await this.recover();
    const sources = await toolSources(this.#parts, folder);
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
      this.#parts.onProblem({ file: toolFolder, problem: String(error) });
      return undefined;
    }
  }

  /** Returns the tools that a chat on a folder may use, with what is known of them; loads none. */
  async list(folder: string): Promise<CustomToolInfo[]> {
    const modules = modulesIn(await toolSources(this.#parts, folder));
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

  /** Ends what a Parley that was killed left, and removes its copies. */
  recover(): Promise<void> {
    this.#ready ??= this.#left
      .end()
      .then(() => rm(this.#copies, { recursive: true, force: true }))
      .catch(this.#parts.report);
    return this.#ready;
  }

  /** Copies the files as they were read, so that what was trusted is what runs, and starts their process. */
  async #start(id: WorkspaceId, folder: string, sources: readonly ToolSource[]): Promise<ToolProcess> {
    const { shell, newMarker, limits, onProblem, report } = this.#parts;
    const { copy, modules } = await copyTools(this.#copies, sources);
    const marker = newMarker();
    this.#left.add(marker);
    const process: ToolProcess = new ToolProcess({
      folder,
      files: modules.map(({ path }) => path),
      env: await shell.environment([]),
      marker,
      ...limits,
      onCalled: (tool, lost) => this.#known.noteCall(modules, tool, lost),
      onEnd: () => {
        this.#left.remove(marker);
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

/** The file that is there only while tools run, or where an earlier Parley was killed with some. */
const leftToolsName = 'tools.processes';
