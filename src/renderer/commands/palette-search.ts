import { agentGroups } from '../composer/picker/agent-choices.ts';
import type { ExternalAgent } from '../../shared/providers/external-agent.ts';
import type { ProviderId, ProviderInfo } from '../../shared/providers/provider.ts';
import type { Models } from '../settings/models/use-models.ts';
import { createAgentSettings } from '../state/agent-settings.ts';
import { inListOrder } from '../state/app-projection.ts';
import type { Parley } from '../state/parley.ts';
import type { CommandActions } from './command-actions.ts';
import { type PaletteGroup, paletteGroups, type PaletteSources } from './palette-entries.ts';

/** In milliseconds. */
const typingPause = 120;

/** What was found for a text. */
export type PaletteFound = { sought: string; groups: readonly PaletteGroup[] };

type HostSources = Pick<PaletteSources, 'decisions' | 'lines'>;

/** The longest text that the record of decisions is searched for. */
const longestQuery = 500;

const nothingFound: HostSources = { decisions: [], lines: [] };

/** Searches what this window knows at once, and the host for messages and decisions after a pause. */
export class PaletteSearch {
  readonly #parley: Parley;
  readonly #actions: CommandActions;
  /** The chats in the order they had at first, so that nothing moves while one types. */
  readonly #order: ReadonlyMap<string, number>;
  readonly #listeners = new Set<() => void>();
  readonly #over = new AbortController();
  #asking = new AbortController();
  #sought = '';
  #ofHost = nothingFound;
  #settings: PaletteSources['settings'] = [];
  #agents: PaletteSources['agents'] = [];
  #hasAsked = false;
  #found: PaletteFound = { sought: '', groups: [] };

  constructor(parley: Parley, actions: CommandActions) {
    this.#parley = parley;
    this.#actions = actions;
    const listed = inListOrder(parley.store.getState().app?.workspaces ?? []);
    this.#order = new Map(listed.map(({ id }, index) => [id, index]));
    this.#over.signal.addEventListener('abort', parley.store.subscribe(this.#update));
    this.#update();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly found = (): PaletteFound => this.#found;

  seek(sought: string): void {
    this.#sought = sought;
    this.#ofHost = nothingFound;
    this.#asking.abort();
    this.#asking = new AbortController();
    this.#update();
    if (sought.trim().length < 2) return;
    this.#askOnce();
    const { signal } = this.#asking;
    const timer = setTimeout(() => void this.#askHost(sought, signal), typingPause);
    signal.addEventListener('abort', () => clearTimeout(timer));
  }

  end(): void {
    this.#asking.abort();
    this.#over.abort();
  }

  async #askHost(sought: string, signal: AbortSignal): Promise<void> {
    const { app, ledger } = this.#parley.companion.client;
    const [lines, decisions] = await Promise.allSettled([
      app.findLines({ text: sought }, { signal }),
      ledger.search({ query: sought.trim().slice(0, longestQuery) }, { signal }),
    ]);
    if (signal.aborted) return;
    this.#ofHost = {
      lines: lines.status === 'fulfilled' ? lines.value.lines : [],
      decisions: decisions.status === 'fulfilled' ? decisions.value.entries : [],
    };
    this.#update();
  }

  /** Gets what does not depend on the text: settings, and who may work in the open chat. What fails is not offered. */
  #askOnce(): void {
    if (this.#hasAsked) return;
    this.#hasAsked = true;
    const { app, openId } = this.#parley.store.getState();
    if (app === null) return;
    void import('../settings/all-settings.ts').then(({ allSettings }) => {
      this.#settings = allSettings(app);
      this.#update();
    }, ignored);
    if (app.workspaces.some(({ id }) => id === openId)) void this.#askForAgents();
  }

  async #askForAgents(): Promise<void> {
    const { companion, store } = this.#parley;
    const { checkProvider } = createAgentSettings(companion);
    const { app } = store.getState();
    const providers = app?.agents.providers ?? [];
    const current = this.#current() ?? '';
    const models: Partial<Record<ProviderId, Models>> = {};
    let external: readonly ExternalAgent[] = [];
    const show = () => {
      const groups = agentGroups({ providers, models, external, current, query: '' });
      this.#agents = groups.flatMap(({ choices }) => choices);
      this.#update();
    };
    const known = listedModels(companion);
    const askForModels = async (provider: ProviderInfo) => {
      const setup = JSON.stringify([provider.id, provider.key.source, provider.address.value]);
      const check = known.has(setup) ? undefined : await checkProvider(provider.id);
      if (check?.ok)
        known.set(
          setup,
          check.models.map(({ id }) => id),
        );
      const listed = known.get(setup);
      if (listed !== undefined) models[provider.id] = { status: 'known', models: listed };
      show();
    };
    const findExternal = async () => {
      ({ agents: external } = await companion.client.agents.findExternal());
      show();
    };
    await Promise.allSettled([findExternal(), ...providers.filter(({ ready }) => ready).map(askForModels)]);
  }

  #current(): string | null {
    const { app, openId } = this.#parley.store.getState();
    return app?.workspaces.find(({ id }) => id === openId)?.agent.id ?? null;
  }

  readonly #update = (): void => {
    if (this.#over.signal.aborted) return;
    const { app } = this.#parley.store.getState();
    if (app === null) return;
    const placeOf = ({ id }: { id: string }) => this.#order.get(id) ?? this.#order.size;
    const sources: PaletteSources = {
      workspaces: app.workspaces.toSorted((one, other) => placeOf(one) - placeOf(other)),
      isAvailable: this.#actions.isAvailable,
      theme: app.settings.theme,
      agents: this.#agents,
      current: this.#current(),
      settings: this.#settings,
      ...this.#ofHost,
    };
    this.#found = { sought: this.#sought, groups: paletteGroups(sources, this.#sought) };
    for (const listener of this.#listeners) listener();
  };
}

const ignored = () => undefined;

type ModelsBySetup = Map<string, readonly string[]>;

const ofWindows = new WeakMap<Parley['companion'], ModelsBySetup>();

/** The models of providers by how these are set up, asked for once in a window: one searches often. */
function listedModels(companion: Parley['companion']): ModelsBySetup {
  const known: ModelsBySetup = ofWindows.get(companion) ?? new Map();
  ofWindows.set(companion, known);
  return known;
}
