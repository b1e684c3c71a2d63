import type { AppState } from '../../../shared/contract/app-state.ts';
import { useId, useState } from 'react';
import { useParleyState } from '../../parley-context.tsx';
import { Select } from '../../ui/select.tsx';
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

/** Whom new chats start with: the guide, or a provider and one of its models. */
function NewAgentRows(texts: SettingTexts) {
  const agents = useParleyState(({ app }) => app?.agents);
  if (agents === undefined) return null;
  const { agent, source } = agents.newAgent;
  if (source !== 'environment') return <ChosenAgent key={agent} {...texts} agent={agent} />;
  return (
    <SettingRow {...texts} about="Set by PARLEY_AGENT, which wins over a choice made here.">
      <code className="font-mono text-code wrap-anywhere">{agent}</code>
    </SettingRow>
  );
}

function ChosenAgent({ agent, ...texts }: SettingTexts & { agent: string }) {
  const { setNewAgent } = useAgentSettings();
  const providers = useParleyState(({ app }) => app?.agents.providers) ?? [];
  const { problem, save } = useSaving();
  const id = useId();
  const chosen = splitAgent(agent);
  const [wish, setWish] = useState(chosen.provider);
  const provider = providers.find((known) => known.id === wish);

  function choose(value: string): void {
    setWish(value);
    if (value === 'guide' && agent !== 'guide') void save(setNewAgent('guide'));
  }

  return (
    <>
      <SettingRow {...texts} htmlFor={id} problem={problem}>
        <Select id={id} value={wish} className="w-56" onChange={({ target }) => choose(target.value)}>
          <option value="guide">Built-in guide</option>
          {providers.map(({ id: value, name, ready }) => (
            <option key={value} value={value}>
              {ready ? name : `${name} (not set up)`}
            </option>
          ))}
        </Select>
      </SettingRow>
      {provider !== undefined && provider.ready && (
        <ModelRow
          key={provider.id}
          provider={provider.id}
          model={chosen.provider === provider.id ? chosen.model : ''}
        />
      )}
      {provider !== undefined && !provider.ready && (
        <SettingRow name="Model" about={`Set up ${provider.name} below first.`} />
      )}
    </>
  );
}

function splitAgent(agent: string): { provider: string; model: string } {
  const slash = agent.indexOf('/');
  return slash < 0
    ? { provider: 'guide', model: '' }
    : { provider: agent.slice(0, slash), model: agent.slice(slash + 1) };
}
