import { existsSync, mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { AgentInstall } from '../../../../shared/providers/agent-install.ts';
import type { SignInWay } from '../../../../shared/workspace/turn-state.ts';
import type { StartTimer } from '../../../clock.ts';
import type { PersonShell } from '../../../commands/person-shell.ts';
import { idOf } from '../agent-names.ts';
import type { OrphanedAgents } from '../programs/orphaned-agents.ts';
import { agentsFolder, packageSpec } from '../programs/find-program.ts';
import type { InstallProgress } from './install-progress.ts';
import type { AgentRegistry } from '../registry/agent-registry.ts';
import { vendorOf } from '../vendors/vendors.ts';
import type { FirstStartDeps } from './first-start.ts';
import type { InstallEnd, ToInstall } from './install-agent.ts';
import type { RunDeps } from './run-stored.ts';

type InstallsDeps = {
  shell: PersonShell;
  dataDir: string;
  store: RunDeps['store'];
  newMarker: () => string;
  orphans: OrphanedAgents;
  /** Loads what starts an agent that was installed. */
  starting: () => Promise<FirstStartDeps>;
  /** Loads the list of agents of the registry. */
  registry: () => Promise<AgentRegistry>;
  after: StartTimer;
  report: (error: unknown) => string;
  onChange: (installs: AgentInstall[]) => void;
  /** Called with an agent that is there now, and its ways to sign in where it wants that. */
  onInstalled: (agent: string, ways: readonly SignInWay[] | undefined) => void;
};

const listChanged = 'The list has changed, or does not have this agent. Look at it again, then install it.';

/** The installs of external agents that run, and those that failed since Parley was started. */
export class AgentInstalls {
  readonly #deps: InstallsDeps;
  readonly #shown = new Map<string, AgentInstall>();
  readonly #running = new Map<string, { stop: AbortController; over: Promise<void> }>();
  #leftovers: Promise<void> | undefined;

  constructor(deps: InstallsDeps) {
    this.#deps = deps;
  }

  list(): AgentInstall[] {
    return [...this.#shown.values()];
  }

  /** Removes what an install left that a kill broke off. */
  recover(): void {
    if (existsSync(this.#stagingRoot)) this.#removeLeftovers().catch(this.#deps.report);
  }

  /**
   * Begins to install an agent; one of the registry only as the `spec` that its person was shown. Does nothing where that is
   * under way. Returns why it is not installed, for a person.
   */
  async start(agent: string, spec: string | null): Promise<string | undefined> {
    const preset = vendorOf(idOf(agent))?.preset;
    const known = preset && { ...preset, presetIn: () => Promise.resolve(preset) };
    const wanted = known ?? (await this.#ofRegistry(agent, spec));
    if (wanted === undefined) return listChanged;
    if (this.#running.has(agent)) return undefined;
    const stop = new AbortController();
    const over = this.#install(agent, wanted, stop.signal).finally(() => this.#running.delete(agent));
    this.#running.set(agent, { stop, over });
    return undefined;
  }

  async #ofRegistry(agent: string, spec: string | null): Promise<ToInstall | undefined> {
    const { installOf } = await import('../registry/install-of.ts');
    const listed = (await this.#deps.registry()).find(idOf(agent));
    const wanted = listed && installOf(listed);
    return wanted !== undefined && packageSpec(wanted) === spec ? wanted : undefined;
  }

  /** Ends an install, or forgets one that failed; resolves when nothing of it is left. */
  async cancel(agent: string): Promise<void> {
    const running = this.#running.get(agent);
    running?.stop.abort();
    await running?.over;
    this.#forget(agent);
  }

  /** Ends them all; resolves when nothing of them is left. */
  async close(): Promise<void> {
    await Promise.all([...this.#running.keys()].map((agent) => this.cancel(agent)));
    await this.#leftovers;
  }

  get #stagingRoot(): string {
    return join(agentsFolder(this.#deps.dataDir), '.installing');
  }

  #removeLeftovers(): Promise<void> {
    this.#leftovers ??= (async () => {
      await this.#deps.orphans.ended();
      await rm(this.#stagingRoot, { recursive: true, force: true });
    })();
    return this.#leftovers;
  }

  async #install(agent: string, wanted: ToInstall, stop: AbortSignal): Promise<void> {
    const { shell, dataDir, store, newMarker, starting, after, report, onInstalled } = this.#deps;
    const staging = join(this.#stagingRoot, wanted.program);
    const log = join(agentsFolder(dataDir), `${wanted.program}.log`);
    this.#show({ agent, lines: [], state: { type: 'fetching', bytes: 0 } });
    let progress: InstallProgress | undefined;
    let end: InstallEnd;
    try {
      const { installAgent, InstallProgress } = await loadInstaller();
      mkdirSync(agentsFolder(dataDir), { recursive: true, mode: 0o700 });
      const onChange = (shown: Pick<AgentInstall, 'lines' | 'state'>) => this.#show({ agent, ...shown });
      progress = new InstallProgress({ log, cache: join(staging, 'cache'), after, onChange });
      const { onLine, onChecking } = progress;
      await this.#removeLeftovers();
      const deps = { shell, dataDir, store, newMarker, ...(await starting()), staging, onLine, onChecking };
      end = await installAgent(idOf(agent), wanted, deps, stop);
    } catch (error) {
      const todo = `Try again. Parley’s log has more under ${report(error)}.`;
      end = { type: 'failed', what: `Parley could not install ${wanted.name}.`, todo };
    }
    await progress?.close();
    await rm(staging, { recursive: true, force: true }).catch(report);
    if (end.type === 'failed') {
      const { what, todo } = end;
      const lines = progress?.lines ?? [];
      return this.#show({ agent, lines, state: { type: 'failed', what, todo, log } });
    }
    await rm(log, { force: true }).catch(report);
    if (end.type === 'installed') onInstalled(agent, end.ways);
    this.#forget(agent);
  }

  #show(install: AgentInstall): void {
    this.#shown.set(install.agent, install);
    this.#deps.onChange(this.list());
  }

  #forget(agent: string): void {
    if (this.#shown.delete(agent)) this.#deps.onChange(this.list());
  }
}

/** The code that installs is loaded with the first install. */
async function loadInstaller() {
  const [{ installAgent }, { InstallProgress }] = await Promise.all([
    import('./install-agent.ts'),
    import('./install-progress.ts'),
  ]);
  return { installAgent, InstallProgress };
}
