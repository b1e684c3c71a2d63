import type { ListedAgent, ListedAgents, PackageLook } from '../../../../shared/providers/agent-registry.ts';
import { quotedLine } from '../../../../shared/commands/shell-quote.ts';
import type { PersonShell } from '../../../commands/person-shell.ts';
import { idOf } from '../agent-names.ts';
import type { RunDeps } from '../install/run-stored.ts';
import { installFolder, packageSpec } from '../programs/find-program.ts';
import { vendors } from '../vendors/vendors.ts';
import type { AgentRegistry } from './agent-registry.ts';
import { installOf } from './install-of.ts';
import { lookAtPackage } from './package-scripts.ts';
import type { RegistryAgent } from './registry.schema.ts';

type ListDeps = {
  registry: AgentRegistry;
  shell: PersonShell;
  dataDir: string;
  store: RunDeps['store'];
  newMarker: () => string;
};

/** The list of the registry as windows show it, without the presets, which are listed as such. */
export class RegistryList {
  readonly #deps: ListDeps;

  constructor(deps: ListDeps) {
    this.#deps = deps;
  }

  read(): ListedAgents {
    const { agents, at } = this.#deps.registry.read();
    const presets = new Set(vendors.flatMap(({ preset }) => preset?.registryId ?? []));
    return { agents: agents.filter(({ id }) => !presets.has(id)).map(listed), at };
  }

  /** Fetches the list anew; returns why that was not possible, for a person. */
  refresh(): Promise<string | undefined> {
    return this.#deps.registry.refresh();
  }

  /**
   * Returns what an install of an agent would fetch, start, and not run: asks the person's npm for the scripts of its package.
   * A text is why that is not known, for a person.
   */
  async look(agent: string): Promise<PackageLook | string> {
    const { registry, shell, dataDir, store, newMarker } = this.#deps;
    const listedAgent = registry.find(idOf(agent));
    const wanted = listedAgent && installOf(listedAgent);
    const { npx } = listedAgent?.distribution ?? {};
    if (wanted === undefined || npx === undefined)
      return 'This agent is no longer in the list, or no package of npm.';
    const spec = packageSpec(wanted);
    const env = await shell.environment([]);
    const run: RunDeps = { env, cwd: dataDir, newMarker, store, onLine: () => undefined };
    const about = await lookAtPackage(spec, run, new AbortController().signal);
    if ('what' in about) return `${about.what} ${about.todo}`;
    return {
      spec,
      ...about,
      command: quotedLine([npx.cmd ?? wanted.package.replace(/^@.*\//, ''), ...npx.args]),
      env: Object.entries(npx.env).map(([name, value]) => ({ name, value })),
      folder: installFolder(wanted, dataDir),
    };
  }
}

function listed(agent: RegistryAgent): ListedAgent {
  const { id, name, version, description, website, repository, license, distribution } = agent;
  return {
    agent: `acp/${id}`,
    name,
    version,
    description,
    website: website ?? repository ?? null,
    license: license ?? null,
    spec: distribution.npx?.package ?? null,
  };
}
