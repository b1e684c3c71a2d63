import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { AppState } from '../../../shared/contract/app-state.ts';
import { visibleText } from '../../../shared/hidden-characters.ts';
import type { ExternalAgent } from '../../../shared/providers/external-agent.ts';
import type { ProviderInfo } from '../../../shared/providers/provider.ts';
import { useParley, useParleyState } from '../../parley-context.tsx';
import { Select } from '../../ui/select.tsx';
import { useFoundAgents } from '../agents/use-found-agents.ts';
import { SettingRow, useSaving } from '../setting-row.tsx';
import type { Setting, SettingTexts } from '../setting.ts';
import { useAgentSettings } from '../use-agent-settings.ts';
import { ModelMenu } from './model-menu.tsx';
import { ProviderRow } from './provider-row.tsx';
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
    {
      part: 'models',
      group: 'Providers',
      name: 'Context window of Ollama’s models',
      about: 'What a model reads at once, as far as it can. A larger one takes more memory.',
      words: 'ollama context window tokens num_ctx',
      row: (texts) => <OllamaWindow {...texts} />,
    },
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

const windows = [4_096, 8_192, 16_384, 32_768, 65_536, 131_072, 262_144];

function OllamaWindow(texts: SettingTexts) {
  const { saveSettings } = useParley();
  const { problem, save } = useSaving();
  const id = useId();
  const window = useParleyState(({ app }) => app?.settings.ollamaWindow) ?? 0;
  const choices = windows.includes(window) ? windows : [window, ...windows];
  return (
    <SettingRow {...texts} htmlFor={id} problem={problem}>
      <Select
        id={id}
        className="w-40"
        value={window}
        onChange={({ target }) => void save(saveSettings({ ollamaWindow: Number(target.value) }))}
      >
        {choices.map((choice) => (
          <option key={choice} value={choice}>{`${choice.toLocaleString('en')} tokens`}</option>
        ))}
      </Select>
    </SettingRow>
  );
}

/** Whom new chats start with: the guide, a model, or an agent of this machine. */
function NewAgentRows(texts: SettingTexts) {
  const agents = useParleyState(({ app }) => app?.agents);
  if (agents === undefined) return null;
  const { agent, source } = agents.newAgent;
  if (source !== 'environment') return <ChosenAgent {...texts} agent={agent} providers={agents.providers} />;
  return (
    <SettingRow {...texts} about="Set by PARLEY_AGENT, which overrides this setting.">
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
  /** What is on its way to be stored. */
  const sent = useRef<string | null>(null);
  const stored = choiceOf(agent, providers);
  const choice = wish?.instead === agent ? wish.choice : stored;
  const provider = providers.find((known) => known.id === choice);

  async function choose(value: string): Promise<void> {
    const latest = sent.current ?? agent;
    setWish({ choice: value, instead: latest });
    if (providers.some((known) => known.id === value) || value === latest) return;
    sent.current = value;
    await save(setNewAgent(value));
    if (sent.current === value) sent.current = null;
  }

  return (
    <>
      <SettingRow {...texts} htmlFor={id} problem={problem}>
        <Select id={id} value={choice} className="w-56" onChange={({ target }) => void choose(target.value)}>
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

/** The model of the chosen provider, which is its first one until the person chooses. */
function ModelRow({ provider, model }: ModelRowProps) {
  const { setNewAgent } = useAgentSettings();
  const { problem, save } = useSaving();
  const models = useModels(provider);
  const id = useId();
  const first = models.status === 'known' ? models.models[0] : undefined;

  const choose = async (name: string) => (await save(setNewAgent(`${provider}/${name}`))) === null;
  const preselect = useEffectEvent((name: string) => void choose(name));
  useEffect(() => {
    if (model === '' && first !== undefined) preselect(first);
  }, [model, first]);

  return (
    <SettingRow
      name="Model"
      about={modelText(models)}
      htmlFor={id}
      aboutId={`${id}-about`}
      problem={models.status === 'failed' ? models.problem : problem}
    >
      <ModelMenu {...{ id, models, model }} aboutId={`${id}-about`} onChoose={choose} />
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
