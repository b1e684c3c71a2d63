import type { AppState } from '../../../shared/contract/app-state.ts';
import type { HostedAgent } from '../../../shared/providers/hosted-agent.ts';
import type { ProviderInfo } from '../../../shared/providers/provider.ts';
import { visibleText } from '../../../shared/hidden-characters.ts';
import { useId, useState } from 'react';
import { useParleyState } from '../../parley-context.tsx';
import { Select } from '../../ui/select.tsx';
import { useFoundAgents } from '../agents/use-found-agents.ts';
import { ModelRow } from './model-row.tsx';
import { ProviderRow } from './provider-row.tsx';
import { SettingRow, useSaving } from '../setting-row.tsx';
import type { Setting, SettingTexts } from '../setting.ts';
import { useAgentSettings } from '../use-agent-settings.ts';

/** Settings about models, with a row for each provider. */
export function modelSettings({ agents: { providers } }: AppState): Setting[] {
  return [
    {
      part: 'models',
      group: 'New chats',
      name: 'Start with',
      words: 'agent model default guide',
      row: (texts) => <NewAgentRows {...texts} />,
    },
    ...providers.map(
      (provider): Setting => ({
        part: 'models',
        group: 'Providers',
        name: provider.name,
        about: provider.id === 'openai-compatible' ? 'Any service that speaks OpenAI’s protocol' : undefined,
        words: 'model key address connect',
        row: (texts) => <ProviderRow {...texts} provider={provider} />,
      }),
    ),
  ];
}

/** Whom new chats start with: the guide, a provider and one of its models, or an agent of this machine. */
function NewAgentRows(texts: SettingTexts) {
  const agents = useParleyState(({ app }) => app?.agents);
  if (agents === undefined) return null;
  const { agent, source } = agents.newAgent;
  if (source !== 'environment') return <ChosenAgent {...texts} agent={agent} providers={agents.providers} />;
  return (
    <SettingRow {...texts} about="Set by PARLEY_AGENT, which wins over a choice made here.">
      <code className="font-mono text-code wrap-anywhere">{agent}</code>
    </SettingRow>
  );
}

type ChosenAgentProps = SettingTexts & { agent: string; providers: readonly ProviderInfo[] };

function ChosenAgent({ agent, providers, ...texts }: ChosenAgentProps) {
  const { setNewAgent } = useAgentSettings();
  const { problem, save } = useSaving();
  const found = useFoundAgents();
  const id = useId();
  /** A provider that was chosen in place of `instead`, and has no model yet. */
  const [wish, setWish] = useState<{ choice: string; instead: string } | null>(null);
  const stored = choiceOf(agent, providers);
  const choice = wish?.instead === agent ? wish.choice : stored;
  const provider = providers.find((known) => known.id === choice);

  function choose(value: string): void {
    setWish({ choice: value, instead: agent });
    if (providers.every((known) => known.id !== value) && value !== agent) void save(setNewAgent(value));
  }

  return (
    <>
      <SettingRow {...texts} htmlFor={id} problem={problem}>
        <Select id={id} value={choice} className="w-56" onChange={({ target }) => choose(target.value)}>
          <option value="guide">Built-in guide</option>
          <optgroup label="Models">
            {providers.map(({ id: value, name, ready }) => (
              <option key={value} value={value}>
                {ready ? name : `${name} (not set up)`}
              </option>
            ))}
          </optgroup>
          <HostedOptions
            agents={found?.agents ?? []}
            chosen={stored === agent && agent !== 'guide' ? agent : null}
          />
        </Select>
      </SettingRow>
      {provider !== undefined && provider.ready && (
        <ModelRow
          key={provider.id}
          provider={provider.id}
          model={stored === provider.id ? agent.slice(agent.indexOf('/') + 1) : ''}
        />
      )}
      {provider !== undefined && !provider.ready && (
        <SettingRow name="Model" about={`Set up ${provider.name} below first.`} />
      )}
    </>
  );
}

/** The agents of this machine as choices; the chosen one also while they are looked for, or where it is gone. */
function HostedOptions({ agents, chosen }: { agents: readonly HostedAgent[]; chosen: string | null }) {
  const listed = agents.filter(({ agent, state }) => state !== 'missing' || agent === chosen);
  const isListed = chosen === null || listed.some(({ agent }) => agent === chosen);
  if (listed.length === 0 && isListed) return null;
  return (
    <optgroup label="Agents on this machine">
      {listed.map(({ agent, name, state }) => (
        <option key={agent} value={agent}>
          {visibleText(state === 'missing' ? `${name} (not installed)` : name, 'line')}
        </option>
      ))}
      {!isListed && <option value={chosen}>{visibleText(chosen, 'line')}</option>}
    </optgroup>
  );
}

/** The choice that an agent's stored name stands for: a provider, or that name itself. */
function choiceOf(agent: string, providers: readonly ProviderInfo[]): string {
  const provider = providers.find(({ id }) => agent.startsWith(`${id}/`));
  return provider?.id ?? agent;
}
