import { type KeyboardEvent, useId, useState } from 'react';
import type { AppState } from '../../../shared/contract/app-state.ts';
import { visibleText } from '../../../shared/hidden-characters.ts';
import type { ExternalAgent } from '../../../shared/providers/external-agent.ts';
import type { ProviderInfo } from '../../../shared/providers/provider.ts';
import { useParleyState } from '../../parley-context.tsx';
import { Select } from '../../ui/select.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { useFoundAgents } from '../agents/use-found-agents.ts';
import { SettingRow, useSaving } from '../setting-row.tsx';
import type { Setting, SettingTexts } from '../setting.ts';
import { useAgentSettings } from '../use-agent-settings.ts';
import { ProviderRow } from './provider-form.tsx';
import { type Models, useModels } from './use-models.ts';

export function modelSettings({ agents: { providers }, environment: { proxy } }: AppState): Setting[] {
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
    ...(proxy === null
      ? []
      : [
          {
            part: 'models' as const,
            group: 'Network',
            name: 'Proxy',
            about: 'Set by HTTPS_PROXY, HTTP_PROXY and NO_PROXY. MCP servers are reached by it too.',
            words: 'proxy network',
            row: (texts: SettingTexts) => (
              <SettingRow {...texts}>
                <code className="font-mono text-code wrap-anywhere">{visibleText(proxy, 'line')}</code>
              </SettingRow>
            ),
          },
        ]),
  ];
}

/** Whom new chats start with: the guide, a model, or an agent of this machine. */
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
  /** A chosen provider that has no model yet; `instead` is the agent that was stored when it was chosen. */
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
          <ExternalAgentOptions
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
function ExternalAgentOptions({
  agents,
  chosen,
}: {
  agents: readonly ExternalAgent[];
  chosen: string | null;
}) {
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

/** Returns the choice that a stored agent name stands for: its provider, or the name itself. */
function choiceOf(agent: string, providers: readonly ProviderInfo[]): string {
  const provider = providers.find(({ id }) => agent.startsWith(`${id}/`));
  return provider?.id ?? agent;
}

type ModelRowProps = { provider: AppState['agents']['providers'][number]['id']; model: string };

function ModelRow({ provider, model }: ModelRowProps) {
  const { setNewAgent } = useAgentSettings();
  const { problem, save } = useSaving();
  const models = useModels(provider);
  const [typed, setTyped] = useState<string | null>(null);
  const id = useId();
  const names = models.status === 'known' ? models.models : [];

  async function commit(name: string | null): Promise<void> {
    const wished = name?.trim() ?? '';
    if (wished === '' || wished === model) return;
    const failed = await save(setNewAgent(`${provider}/${wished}`));
    if (failed === null) setTyped((latest) => (latest === name ? null : latest));
  }

  function onKeyDown({ key, nativeEvent }: KeyboardEvent): void {
    if (key === 'Enter' && !nativeEvent.isComposing) void commit(typed);
  }

  return (
    <SettingRow
      name="Model"
      about={modelText(models)}
      htmlFor={id}
      aboutId={`${id}-about`}
      problem={models.status === 'failed' ? models.problem : problem}
    >
      <TextInput
        id={id}
        mono
        className="w-56! max-w-full"
        list={`${id}-models`}
        value={typed ?? model}
        placeholder={names[0] === undefined ? 'Name of a model' : `Such as ${names[0]}`}
        aria-describedby={`${id}-about`}
        onChange={({ target, nativeEvent }) => {
          setTyped(target.value);
          // Picking a suggestion is no InputEvent; typing is.
          if (!(nativeEvent instanceof InputEvent)) void commit(target.value);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => void commit(typed)}
      />
      <datalist id={`${id}-models`}>
        {names.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
    </SettingRow>
  );
}

function modelText(models: Models): string {
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
