import { once } from 'node:events';
import type { ProviderId } from '../../../shared/providers/provider.ts';
import type { ProxySettings } from '../../network/proxy-settings.ts';
import { makersFacts, type ModelFacts, ollamaFacts, servedFacts } from './model-table.ts';
import { fingerprint } from './provider-records.ts';
import type { ProviderSettings } from './provider-settings.ts';
import { accessOf, providerOf, splitAgent } from './providers.ts';
import type { ModelDescription } from './providers/provider.ts';

type ModelCatalogDeps = {
  providers: ProviderSettings;
  /** The most tokens that a model of Ollama is to read. */
  largestWindow: () => number;
  /** The proxies that requests go by. */
  proxies: () => ProxySettings;
  now: () => number;
  /** Called when more is known of an agent's model than before. */
  onFound: (agent: string) => void;
};

/** How long an answer about models counts, or that there was none, in milliseconds. */
const freshTime = 300_000;

/** How long a request waits to hear more of its model, in milliseconds. What comes later counts from the next one on. */
const patience = 3_000;

/** What an agent without a model has. */
const nothing: ModelFacts = {
  contextWindow: null,
  mostOutput: null,
  price: null,
  thinks: false,
  images: false,
};

/** What is known of models: by the table, by what their providers list, and by what Ollama says of each. */
export class ModelCatalog {
  readonly #deps: ModelCatalogDeps;
  /** By provider, setup and model, as they were asked about last. */
  readonly #descriptions = new Map<string, { at: number; description: ModelDescription | undefined }>();
  /** Agents that are asked about now; each signal aborts once nobody waits for the answer any more. */
  readonly #asking = new Map<string, AbortSignal>();
  /** When each provider was asked for its list, by its setup. */
  readonly #listed = new Map<string, number>();
  #isClosed = false;

  constructor(deps: ModelCatalogDeps) {
    this.#deps = deps;
  }

  /** Returns what is known of an agent's model now; nothing for the guide. */
  facts(agent: string): ModelFacts {
    const provider = providerOf(agent);
    if (provider === undefined) return nothing;
    const { model } = splitAgent(agent);
    const listed = this.#deps.providers.listed(provider).find(({ id }) => id === model);
    switch (provider) {
      case 'anthropic':
      case 'openai':
      case 'google':
        return makersFacts(provider, model, listed);
      case 'openai-compatible':
        return servedFacts(model, listed);
      case 'ollama': {
        const { description } = this.#descriptions.get(this.#keyOf(provider, model)) ?? {};
        return ollamaFacts(model, description, this.#deps.largestWindow());
      }
    }
  }

  /**
   * Returns the same, once the provider was asked about a model of which too little is known, or is slow to say.
   * Fails only where the signal ends the wait.
   */
  async ask(agent: string, signal?: AbortSignal): Promise<ModelFacts> {
    const said = this.#asking.get(agent) ?? this.#beginToAsk(agent);
    const left = AbortSignal.any([said, ...(signal === undefined ? [] : [signal])]);
    if (!left.aborted) await once(left, 'abort');
    if (!said.aborted) throw signal?.reason;
    return this.facts(agent);
  }

  /** Returns a signal that aborts once the answer is there or too slow. */
  #beginToAsk(agent: string): AbortSignal {
    const said = new AbortController();
    const timer = setTimeout(() => said.abort(), patience);
    this.#asking.set(agent, said.signal);
    // What fails leaves the model as little known as it was; the request itself says what is wrong.
    const found = this.#find(agent).catch(() => undefined);
    void found.then(() => {
      clearTimeout(timer);
      said.abort();
      this.#asking.delete(agent);
    });
    return said.signal;
  }

  /** Asks the provider of an agent about its model where too little is known. */
  async #find(agent: string): Promise<void> {
    const provider = providerOf(agent);
    if (provider === undefined) return;
    const { model } = splitAgent(agent);
    const before = this.facts(agent);
    if (provider === 'ollama') await this.#describe(provider, model);
    else if (provider === 'openai-compatible' || before.contextWindow === null) await this.#list(provider);
    if (this.#isClosed) return;
    if (JSON.stringify(this.facts(agent)) !== JSON.stringify(before)) this.#deps.onFound(agent);
  }

  /** Keeps that an agent's provider answered. */
  noteAnswer(agent: string): void {
    const provider = providerOf(agent);
    if (provider !== undefined) this.#deps.providers.noteUse(provider, 'works');
  }

  /** Answers that come later are of no use. */
  close(): void {
    this.#isClosed = true;
  }

  async #describe(id: ProviderId, model: string): Promise<void> {
    const setup = this.#deps.providers.setup(id);
    const key = this.#keyOf(id, model);
    const access = accessOf(setup);
    if (!access.ok || this.#isFresh(this.#descriptions.get(key)?.at)) return;
    const description = await setup.provider.describe?.(access.access, model);
    this.#descriptions.set(key, { at: this.#deps.now(), description });
  }

  async #list(id: ProviderId): Promise<void> {
    const { providers, proxies, now } = this.#deps;
    const setup = providers.setup(id);
    const key = fingerprint(setup);
    if (providers.listed(id).length > 0 || this.#isFresh(this.#listed.get(key))) return;
    this.#listed.set(key, now());
    const { checkProvider } = await import('./check-provider.ts');
    const check = await checkProvider(setup, proxies);
    // Some that answer list nothing, so that a failure says nothing about the provider.
    if (check.ok && !this.#isClosed) providers.noteCheck(setup, check);
  }

  #keyOf(id: ProviderId, model: string): string {
    return `${fingerprint(this.#deps.providers.setup(id))} ${model}`;
  }

  #isFresh(at: number | undefined): boolean {
    return at !== undefined && this.#deps.now() - at < freshTime;
  }
}
