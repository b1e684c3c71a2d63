import { type FormEvent, type ReactNode, useId, useState } from 'react';
import type { Agents, ProviderInfo } from '../../shared/providers/provider.ts';
import { Button } from '../ui/button.tsx';
import { Field, TextInput } from '../ui/text-input.tsx';
import { Select } from '../ui/select.tsx';
import { type Models, useModels } from './use-models.ts';

type ModelFieldProps = {
  models: Models;
  model: string;
  disabled: boolean;
  /** The id of what describes the field. */
  hintId: string;
  onType(model: string): void;
};

/** The name of a model, with those the provider names as suggestions. */
function ModelField({ models, model, disabled, hintId, onType }: ModelFieldProps) {
  const names = models.status === 'known' ? models.models : [];
  return (
    <Field label="Model">
      {(id) => (
        <>
          <TextInput
            id={id}
            mono
            list={`${id}-models`}
            value={model}
            placeholder={names[0] === undefined ? 'Name of a model' : `Such as ${names[0]}`}
            disabled={disabled}
            aria-describedby={hintId}
            onChange={(event) => onType(event.target.value)}
          />
          <datalist id={`${id}-models`}>
            {names.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}

type AgentPickerProps = {
  agents: Agents;
  /** The agent that is chosen now: `guide` or `<provider>/<model>`. */
  agent: string;
  submitLabel: string;
  onChoose(agent: string): void;
};

/** Chooses who works: the guide, or a provider and one of its models. */
export function AgentPicker({ agents, agent, submitLabel, onChoose }: AgentPickerProps) {
  const hintId = useId();
  const [wish, setWish] = useState(() => splitAgent(agent));
  const provider = agents.providers.find(({ id }) => id === wish.provider);
  const models = useModels(provider?.ready === true ? provider.id : null);
  const wished = provider === undefined ? 'guide' : `${provider.id}/${wish.model.trim()}`;
  const complete =
    wished !== agent && (provider === undefined || (wish.model.trim() !== '' && provider.ready));

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (complete) onChoose(wished);
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <div className="grid grid-cols-2 gap-2 max-sm:grid-cols-1">
        <Field label="Agent">
          {(id) => (
            <Select
              id={id}
              value={wish.provider}
              onChange={(event) => setWish({ provider: event.target.value, model: '' })}
            >
              <option value="guide">Built-in guide</option>
              {agents.providers.map(({ id: value, name, ready }) => (
                <option key={value} value={value}>
                  {ready ? name : `${name} (not set up)`}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {provider !== undefined && (
          <ModelField
            models={models}
            model={wish.model}
            disabled={!provider.ready}
            hintId={hintId}
            onType={(model) => setWish({ ...wish, model })}
          />
        )}
      </div>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <p
          id={hintId}
          role="status"
          className="min-w-48 flex-1 pt-1 text-second text-secondary wrap-anywhere"
        >
          {hint(provider, models)}
        </p>
        <Button type="submit" look="primary" disabled={!complete} className="ms-auto">
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}

function splitAgent(agent: string): { provider: string; model: string } {
  const slash = agent.indexOf('/');
  return slash < 0
    ? { provider: 'guide', model: '' }
    : { provider: agent.slice(0, slash), model: agent.slice(slash + 1) };
}

function hint(provider: ProviderInfo | undefined, models: Models): ReactNode {
  if (provider === undefined) return 'Works offline and without an account.';
  if (!provider.ready) return `${provider.name} is not set up yet; Settings has a place for it.`;
  switch (models.status) {
    case 'none':
      return null;
    case 'loading':
      return 'Looking for models…';
    case 'known':
      return models.models.length === 1 ? 'It has 1 model.' : `It has ${models.models.length} models.`;
    case 'failed':
      return <span className="text-danger">{models.problem}</span>;
  }
}
