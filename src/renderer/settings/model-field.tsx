import { Field } from '../ui/field.tsx';
import { TextInput } from '../ui/text-input.tsx';
import type { Models } from './use-models.ts';

type ModelFieldProps = {
  models: Models;
  model: string;
  disabled: boolean;
  /** The id of what describes the field. */
  hintId: string;
  onType(model: string): void;
};

/** The name of a model, with those the provider names as suggestions. */
export function ModelField({ models, model, disabled, hintId, onType }: ModelFieldProps) {
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
