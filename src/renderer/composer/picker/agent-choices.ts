import type { ExternalAgent } from '../../../shared/providers/external-agent.ts';
import type { ProviderId, ProviderInfo } from '../../../shared/providers/provider.ts';
import type { Models } from '../../settings/models/use-models.ts';

/** `agent` is `guide`, `<provider>/<model>` or `acp/<agent>`. */
type AgentChoice = { agent: string; label: string };

/** The choices of one provider, or the guide alone; `note` says why there are none, or not all. */
export type AgentGroup = { name: string; choices: readonly AgentChoice[]; note: string | null };

export type ModelsByProvider = Readonly<Partial<Record<ProviderId, Models>>>;

type Sought = {
  providers: readonly ProviderInfo[];
  models: ModelsByProvider;
  /** The external agents on this machine; null until they are known. */
  external?: readonly ExternalAgent[] | null;
  /** The chat's current agent: always a choice, whatever the lists hold. */
  current: string;
  query: string;
};

/** Returns everybody who matches the query, by provider, the guide last, without empty groups. */
export function agentGroups({ providers, models, external = [], current, query }: Sought): AgentGroup[] {
  const groups = providers
    .filter((provider) => isConnected(provider, models, current))
    .map((provider) => groupOf(provider, models[provider.id], current, query.trim()));
  const guide: AgentGroup = {
    name: 'Works offline, without an account',
    choices: [{ agent: 'guide', label: 'Built-in guide' }].filter(({ label }) => fits(label, query)),
    note: null,
  };
  return [externalGroup(external, query), ...groups, guide].filter(
    ({ choices, note }) => choices.length > 0 || note !== null,
  );
}

/** Returns the agents that match the query and can be installed. */
export function missingAgents(external: readonly ExternalAgent[], query: string): ExternalAgent[] {
  return external.filter(({ state, name, agent }) => state === 'missing' && fits(`${name} ${agent}`, query));
}

/** The installed agents; `note` while they are looked for. */
function externalGroup(external: readonly ExternalAgent[] | null, query: string): AgentGroup {
  const choices = (external ?? [])
    .filter(({ state, name, agent }) => state !== 'missing' && fits(`${name} ${agent}`, query))
    .map(({ agent, name, version }) => ({ agent, label: version === null ? name : `${name} ${version}` }));
  const note = external === null && query === '' ? 'Looking for agents…' : null;
  return { name: 'Agents on this machine', choices, note };
}

/**
 * False for a provider that lacks a key or an address, and for a default address that does not answer and was not
 * set up.
 */
export function isConnected(
  { id, ready, key, address }: ProviderInfo,
  models: ModelsByProvider,
  current: string,
): boolean {
  const isSetUp = key.source !== 'none' || address.source !== 'none' || current.startsWith(`${id}/`);
  return ready && (isSetUp || models[id]?.status === 'known');
}

function groupOf(
  { id, name }: ProviderInfo,
  models: Models | undefined,
  current: string,
  query: string,
): AgentGroup {
  const named = models?.status === 'known' ? models.models : [];
  const inUse = current.startsWith(`${id}/`) ? [current.slice(id.length + 1)] : [];
  const all = [...new Set([...inUse, ...named])].filter((model) => model !== '');
  const found = all.filter((model) => fits(`${name} ${id}/${model}`, query));
  const choices = found.map((model) => ({ agent: `${id}/${model}`, label: model }));
  const typed = typedModel(id, query);
  const isUnlisted = named.length === 0 || query.startsWith(`${id}/`);
  const isTyped = typed !== '' && !all.includes(typed) && isUnlisted && models?.status !== 'loading';
  return {
    name,
    choices: isTyped ? [...choices, { agent: `${id}/${typed}`, label: typed }] : choices,
    note: noteOf(models, query),
  };
}

/** A model by its full name, for those that a provider does not list; a name has no spaces. */
function typedModel(id: ProviderId, query: string): string {
  const model = query.startsWith(`${id}/`) ? query.slice(id.length + 1) : query;
  return /\s/.test(model) ? '' : model;
}

function noteOf(models: Models | undefined, query: string): string | null {
  switch (models?.status) {
    case 'failed':
      return models.problem;
    case 'known':
      return models.models.length === 0 && query === '' ? 'It lists no models. Type the name of one.' : null;
    case 'none':
    case 'loading':
    case undefined:
      return query === '' ? 'Looking for models…' : null;
  }
}

function fits(text: string, query: string): boolean {
  const folded = text.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => folded.includes(word));
}
