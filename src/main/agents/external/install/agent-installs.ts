import { existsSync, mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { AgentInstall } from '../../../../shared/providers/agent-install.ts';
import type { SignInWay } from '../../../../shared/workspace/turn-state.ts';
import type { StartTimer } from '../../../clock.ts';
import type { PersonShell } from '../../../commands/person-shell.ts';
import { idOf } from '../agent-names.ts';
import type { OrphanedAgents } from '../programs/orphaned-agents.ts';
import { agentsFolder } from '../programs/find-program.ts';
import type { InstallProgress } from './install-progress.ts';
import type { Preset } from '../vendors/vendor.ts';
import { vendorOf } from '../vendors/vendors.ts';
import type { FirstStartDeps } from './first-start.ts';
import type { InstallEnd } from './install-agent.ts';
import type { RunDeps } from './run-stored.ts';

type InstallsDeps = {
  shell: PersonShell;
  dataDir: string;
  store: RunDeps['store'];
  newMarker: () => string;
  orphans: OrphanedAgents;
  /** Loads what starts an agent that was installed. */
  starting: () => Promise<FirstStartDeps>;
  after: StartTimer;
  report: (error: unknown) => string;
  onChange: (installs: AgentInstall[]) => void;
  /** Called with an agent that is there now, and its ways to sign in where it wants that. */
  onInstalled: (agent: string, ways: readonly SignInWay[] | undefined) => void;
};

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

  /** Begins to install an agent; does nothing where that is under way, or where Parley does not know how. */
  start(agent: string): void {
    const preset = vendorOf(idOf(agent))?.preset;
    if (preset === undefined || this.#running.has(agent)) return;
    const stop = new AbortController();
    const over = this.#install(agent, preset, stop.signal).finally(() => this.#running.delete(agent));
    this.#running.set(agent, { stop, over });
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

  async #install(agent: string, preset: Preset, stop: AbortSignal): Promise<void> {
    const { shell, dataDir, store, newMarker, starting, after, report, onInstalled } = this.#deps;
    const staging = join(this.#stagingRoot, preset.program);
    const log = join(agentsFolder(dataDir), `${preset.program}.log`);
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
      const { programs, starter } = await starting();
      const deps = { shell, dataDir, store, newMarker, programs, starter, staging, onLine, onChecking };
      end = await installAgent(idOf(agent), preset, deps, stop);
    } catch (error) {
      const todo = `Try again. Parley’s log has more under ${report(error)}.`;
      end = { type: 'failed', what: `Parley could not install ${preset.name}.`, todo };
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
