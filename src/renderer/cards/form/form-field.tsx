import { useId } from 'react';
import type { EntryValue } from '../../../shared/forms/form.ts';
import type { FormField } from '../../../shared/forms/form-field.ts';
import { InlineCode } from '../../ui/inline-code.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { type ControlProps, OneOf, SeveralOf } from './form-choices.tsx';
import { NumberField, TextField } from './form-inputs.tsx';
import { FormList } from './form-list.tsx';
import { fieldHint } from './form-words.ts';

type FormFieldProps = {
  field: FormField;
  /** Its present value. */
  value: EntryValue;
  /** True while it holds the default that the asker filled in. */
  isPreset: boolean;
  asker: string;
  problem: string | undefined;
  busy: boolean;
  onEnter(value: EntryValue): void;
};

/** One field: its name, whether it must be filled in, what it is for, its control, and the rule it breaks. */
export function FormFieldRow({ field, value, isPreset, asker, problem, busy, onEnter }: FormFieldProps) {
  const id = useId();
  const ids = {
    label: `${id}-label`,
    about: `${id}-about`,
    problem: `${id}-problem`,
    control: `${id}-control`,
  };
  const hint = fieldHint(field);
  const isNamedByFor = field.type === 'text' || field.type === 'number';
  const describing = [...(field.description || hint ? [ids.about] : []), ...(problem ? [ids.problem] : [])];
  const control: ControlProps = {
    id: ids.control,
    labelledBy: ids.label,
    describedBy: describing.length === 0 ? undefined : describing.join(' '),
    invalid: problem !== undefined,
    busy,
  };
  const name = <VisibleText text={field.title} layout="line" />;
  return (
    <div data-form-field={field.id} className="flex min-w-0 flex-col gap-1.5">
      <p className="flex flex-wrap items-baseline gap-x-2">
        {isNamedByFor ? (
          <label id={ids.label} htmlFor={ids.control} dir="auto" className="font-medium wrap-anywhere">
            {name}
          </label>
        ) : (
          <span id={ids.label} dir="auto" className="font-medium wrap-anywhere">
            {name}
          </span>
        )}
        <span className="text-small text-tertiary">{field.required ? 'Required' : 'Optional'}</span>
        {isPreset ? (
          <span className="text-small text-tertiary">
            Filled in by <VisibleText text={asker} layout="line" />
          </span>
        ) : null}
      </p>
      {field.description || hint ? (
        <p id={ids.about} dir="auto" className="-mt-1 text-second wrap-anywhere text-secondary">
          {field.description ? <InlineCode text={field.description} /> : null}
          {field.description && hint ? ' ' : ''}
          {hint}
        </p>
      ) : null}
      <Control {...{ field, value, control, onEnter }} />
      {problem === undefined ? null : (
        <p id={ids.problem} className="text-second wrap-anywhere text-danger">
          <VisibleText text={problem} layout="line" />
        </p>
      )}
    </div>
  );
}

/** More options than these are searched instead of shown as rows. */
const mostRows = 7;

const yesNo = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
];

type FieldControlProps = Pick<FormFieldProps, 'field' | 'value' | 'onEnter'> & { control: ControlProps };

function Control({ field, value, control, onEnter }: FieldControlProps) {
  const text = typeof value === 'string' ? value : '';
  const several = Array.isArray(value) ? value : [];
  switch (field.type) {
    case 'text':
      return <TextField {...control} field={field} value={text} onType={onEnter} />;
    case 'number':
      return <NumberField {...control} field={field} value={text} onType={onEnter} />;
    case 'yesno':
      return (
        <OneOf
          {...control}
          options={yesNo}
          value={value === true ? 'yes' : value === false ? 'no' : null}
          onChoose={(chosen) => onEnter(chosen === null ? null : chosen === 'yes')}
        />
      );
    case 'one':
      return field.options.length <= mostRows ? (
        <OneOf {...control} options={field.options} value={text === '' ? null : text} onChoose={onEnter} />
      ) : (
        <FormList
          {...control}
          label={field.title}
          options={field.options}
          values={text === '' ? [] : [text]}
          onToggle={(chosen) => onEnter(chosen === text ? null : chosen)}
        />
      );
    case 'several': {
      const toggle = (chosen: string) =>
        onEnter(several.includes(chosen) ? several.filter((one) => one !== chosen) : [...several, chosen]);
      return field.options.length <= mostRows ? (
        <SeveralOf {...control} options={field.options} values={several} onToggle={toggle} />
      ) : (
        <FormList
          {...control}
          label={field.title}
          options={field.options}
          values={several}
          onToggle={toggle}
        />
      );
    }
  }
}
