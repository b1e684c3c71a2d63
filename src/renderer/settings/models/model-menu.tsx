import { type KeyboardEvent, useState } from 'react';
import { visibleText } from '../../../shared/hidden-characters.ts';
import { Select } from '../../ui/select.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import type { Models } from './use-models.ts';

type ModelMenuProps = {
  id: string;
  aboutId: string;
  models: Models;
  /** Empty while none is chosen. */
  model: string;
  /** Resolves to whether it was stored. */
  onChoose(model: string): Promise<boolean>;
};

/** The models that a provider lists; a field for a name where it lists none. */
export function ModelMenu({ id, aboutId, models, model, onChoose }: ModelMenuProps) {
  const listed = models.status === 'known' ? models.models : [];
  if (listed.length === 0 && models.status !== 'loading')
    return <ModelField {...{ id, aboutId, model, onChoose }} />;
  const all = model === '' || listed.includes(model) ? listed : [model, ...listed];
  return (
    <Select
      id={id}
      className="w-56 max-w-full"
      aria-describedby={aboutId}
      value={model}
      onChange={({ target }) => void onChoose(target.value)}
    >
      {model === '' && <option value="">Choose a model</option>}
      {all.map((name) => (
        <option key={name} value={name}>
          {visibleText(name, 'line')}
        </option>
      ))}
    </Select>
  );
}

function ModelField({ id, aboutId, model, onChoose }: Omit<ModelMenuProps, 'models'>) {
  const [typed, setTyped] = useState<string | null>(null);

  async function commit(): Promise<void> {
    const wished = typed?.trim() ?? '';
    if (wished === '' || wished === model) return;
    if (await onChoose(wished)) setTyped((latest) => (latest === typed ? null : latest));
  }

  function onKeyDown({ key, nativeEvent }: KeyboardEvent): void {
    if (key === 'Enter' && !nativeEvent.isComposing) void commit();
  }

  return (
    <TextInput
      id={id}
      mono
      className="w-56! max-w-full"
      value={typed ?? model}
      placeholder="Name of a model"
      aria-describedby={aboutId}
      onChange={({ target }) => setTyped(target.value)}
      onKeyDown={onKeyDown}
      onBlur={() => void commit()}
    />
  );
}
