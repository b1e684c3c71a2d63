import { type KeyboardEvent, useId, useState } from 'react';
import type { AppState } from '../../../shared/contract/app-state.ts';
import { TextInput } from '../../ui/text-input.tsx';
import { SettingRow, useSaving } from '../setting-row.tsx';
import { useAgentSettings } from '../use-agent-settings.ts';
import { type Models, useModels } from './use-models.ts';

type ModelRowProps = { provider: AppState['agents']['providers'][number]['id']; model: string };

/** The model new chats start with, with those the provider names as suggestions. */
export function ModelRow({ provider, model }: ModelRowProps) {
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
        value={typed ?? model}
        placeholder={names[0] === undefined ? 'Name of a model' : `Such as ${names[0]}`}
        aria-describedby={`${id}-about`}
        onChange={({ target, nativeEvent }) => {
          setTyped(target.value);
          // A suggestion is taken whole, and is a choice.
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
