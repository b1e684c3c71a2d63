import { useAgentSettings } from './use-agent-settings.ts';
import { type KeyboardEvent, useId, useState } from 'react';
import type { AppState } from '../../shared/contract/app-state.ts';
import { useParleyState } from '../parley-context.tsx';
import { Select } from '../ui/select.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { ProviderRow } from './provider-row.tsx';
import type { Setting, SettingTexts } from './setting.ts';
import { SettingRow, useSaving } from './setting-row.tsx';
import { type Models, useModels } from './use-models.ts';

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

type ModelRowProps = { provider: AppState['agents']['providers'][number]['id']; model: string };

/** The model new chats start with, with those the provider names as suggestions. */
function ModelRow({ provider, model }: ModelRowProps) {
  const { setNewAgent } = useAgentSettings();
  const { problem, save } = useSaving();
  const models = useModels(provider);
  const [typed, setTyped] = useState(model);
  const id = useId();
  const names = models.status === 'known' ? models.models : [];

  function commit(name: string): void {
    const wished = name.trim();
    if (wished !== '' && wished !== model) void save(setNewAgent(`${provider}/${wished}`));
  }

  function onKeyDown({ key, nativeEvent }: KeyboardEvent): void {
    if (key === 'Enter' && !nativeEvent.isComposing) commit(typed);
  }

  return (
    <SettingRow
      name="Model"
      about={modelWords(models)}
      htmlFor={id}
      aboutId={`${id}-about`}
      problem={models.status === 'failed' ? models.problem : problem}
    >
      <TextInput
        id={id}
        mono
        className="w-56! max-w-full"
        list={`${id}-models`}
        value={typed}
        placeholder={names[0] === undefined ? 'Name of a model' : `Such as ${names[0]}`}
        aria-describedby={`${id}-about`}
        onChange={({ target, nativeEvent }) => {
          setTyped(target.value);
          // A suggestion is taken whole, and is a choice.
          if (!(nativeEvent instanceof InputEvent)) commit(target.value);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => commit(typed)}
      />
      <datalist id={`${id}-models`}>
        {names.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
    </SettingRow>
  );
}

function modelWords(models: Models): string {
  switch (models.status) {
    case 'loading':
      return 'Looking for models…';
    case 'known':
      return models.models.length === 1 ? 'It has 1 model.' : `It has ${models.models.length} models.`;
    case 'none':
    case 'failed':
      return 'Type its name.';
  }
}

function splitAgent(agent: string): { provider: string; model: string } {
  const slash = agent.indexOf('/');
  return slash < 0
    ? { provider: 'guide', model: '' }
    : { provider: agent.slice(0, slash), model: agent.slice(slash + 1) };
}
