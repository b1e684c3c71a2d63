import { Check, X } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { foldText, foundIn } from '../../../shared/find/fold-text.ts';
import type { EntryValue, FieldOf, FormField, FormOption } from '../../../shared/forms/form.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { InlineCode } from '../../ui/inline-code.tsx';
import { ListOption } from '../../ui/list-option.tsx';
import { GrowingTextField, TextInput } from '../../ui/text-input.tsx';
import { useListbox } from '../../ui/use-listbox.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { type ControlProps, OneOf, SeveralOf } from './form-choices.tsx';
import { fieldHint } from '../../../shared/forms/form-text.ts';

type FormFieldProps = {
  field: FormField;
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

type InputProps<Type extends 'text' | 'number'> = ControlProps & {
  field: FieldOf<Type>;
  value: string;
  onType(value: string): void;
};

/** A text of at most so many characters fits into one line. */
const oneLine = 80;

const modes = { email: 'email', uri: 'url' } as const;

/** A field for text: masked for a secret, of the platform for a date, growing for a long text. */
function TextField({ field, value, onType, id, busy, ...about }: InputProps<'text'>) {
  const { format, maxLength, secret } = field;
  const common = {
    id,
    'aria-describedby': about.describedBy,
    'aria-invalid': about.invalid || undefined,
    readOnly: busy,
  };
  const onChange = (event: { target: { value: string } }) => onType(event.target.value);
  if (secret) return <TextInput {...common} type="password" autoComplete="off" {...{ value, onChange }} />;
  switch (format) {
    case 'date':
      return <TextInput {...common} type="date" className="max-w-56" {...{ value, onChange }} />;
    case 'date-time':
      return (
        <TextInput
          {...common}
          type="datetime-local"
          step={1}
          className="max-w-64"
          value={toLocalField(value)}
          onChange={(event) => onType(fromLocalField(event.target.value))}
        />
      );
    case 'email':
    case 'uri':
      return <TextInput {...common} dir="ltr" inputMode={modes[format]} {...{ value, onChange }} />;
    case undefined:
      return maxLength !== undefined && maxLength <= oneLine ? (
        <TextInput {...common} dir="auto" spellCheck {...{ value, onChange }} />
      ) : (
        <GrowingTextField {...common} className="max-h-80" {...{ value, onChange }} />
      );
  }
}

const steps: ReadonlyMap<string, number> = new Map([
  ['ArrowUp', 1],
  ['ArrowDown', -1],
]);

/** A field for a number, kept as it is typed; arrows step by 1 within the range. */
function NumberField({ field, value, onType, id, busy, ...about }: InputProps<'number'>) {
  const { minimum = -Infinity, maximum = Infinity, whole, secret } = field;
  const now = value.trim() === '' ? undefined : Number(value);

  function onKeyDown(event: KeyboardEvent): void {
    const step = steps.get(event.key);
    if (step === undefined || busy || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    const from = now === undefined || Number.isNaN(now) ? Math.max(0, minimum) - step : now;
    onType(String(Math.min(maximum, Math.max(minimum, Number((from + step).toPrecision(12))))));
  }

  return (
    <TextInput
      id={id}
      {...(secret
        ? { type: 'password' }
        : {
            role: 'spinbutton',
            'aria-valuenow': Number.isNaN(now) ? undefined : now,
            'aria-valuetext': value === '' ? 'empty' : value,
            'aria-valuemin': Number.isFinite(minimum) ? minimum : undefined,
            'aria-valuemax': Number.isFinite(maximum) ? maximum : undefined,
          })}
      inputMode={whole ? 'numeric' : 'decimal'}
      dir="ltr"
      className="max-w-56 tabular-nums"
      aria-describedby={about.describedBy}
      aria-invalid={about.invalid || undefined}
      readOnly={busy}
      value={value}
      onChange={(event) => onType(event.target.value)}
      onKeyDown={onKeyDown}
    />
  );
}

type FormListProps = ControlProps & {
  label: string;
  options: readonly FormOption[];
  values: readonly string[];
  onToggle(value: string): void;
};

/** One or several of many options: those that fit what is typed, and above them what is chosen. */
function FormList({ id, label, options, values, busy, onToggle, ...about }: FormListProps) {
  const [query, setQuery] = useState('');
  const folded = foldText(query.trim());
  const found = options.filter((option) => folded === '' || foundIn(option.label, folded).length > 0);
  const listbox = useListbox({
    options: found.map(({ value }) => value),
    query,
    start: 'field',
    choose: (index) => {
      const option = found[index];
      if (option !== undefined && !busy) onToggle(option.value);
    },
  });
  const chosen = options.filter(({ value }) => values.includes(value));
  return (
    <div>
      <Chosen {...{ label, busy, onToggle }} options={chosen} />
      <TextInput
        id={id}
        {...listbox.combobox}
        aria-labelledby={about.labelledBy}
        aria-describedby={about.describedBy}
        aria-invalid={about.invalid || undefined}
        placeholder={`Search ${options.length} options`}
        value={query}
        readOnly={busy}
        onChange={(event) => setQuery(event.target.value)}
        onKeyDown={listbox.onKeyDown}
      />
      <div
        {...listbox.list}
        aria-label={label}
        className="mt-1 max-h-52 overflow-y-auto rounded-control border border-hairline bg-raised p-1 empty:hidden"
      >
        {found.map((option, index) => (
          <ListOption key={option.value} option={listbox.option(index)} className="gap-2">
            <Check
              aria-hidden
              className={`size-3.5 shrink-0 ${values.includes(option.value) ? '' : 'invisible'}`}
            />
            <span className="min-w-0 wrap-anywhere">
              <VisibleText text={option.label} layout="line" />
              {values.includes(option.value) && <span className="sr-only">, chosen</span>}
              {option.description === undefined ? null : (
                <span className="block text-small text-secondary">
                  <VisibleText text={option.description} layout="line" />
                </span>
              )}
            </span>
          </ListOption>
        ))}
      </div>
      <p role="status" className="pt-1 text-small text-secondary empty:hidden">
        {found.length === 0 ? 'No option matches.' : ''}
      </p>
    </div>
  );
}

type ChosenProps = Pick<FormListProps, 'label' | 'options' | 'busy' | 'onToggle'>;

/** The options that are chosen, each with a button that takes it back. */
function Chosen({ label, options, busy, onToggle }: ChosenProps) {
  if (options.length === 0) return null;
  return (
    <ul aria-label={`Chosen for ${label}`} className="mb-1.5 flex flex-wrap gap-1.5">
      {options.map((option) => (
        <li
          key={option.value}
          className="flex min-w-0 items-center rounded-control bg-accent-wash ps-2.5 text-second"
        >
          <span className="min-w-0 wrap-anywhere">
            <VisibleText text={option.label} layout="line" />
          </span>
          <IconButton
            label={`Remove ${option.label}`}
            icon={<X aria-hidden />}
            aria-disabled={busy}
            onClick={() => {
              if (!busy) onToggle(option.value);
            }}
          />
        </li>
      ))}
    </ul>
  );
}

/** Returns the local date and time of a moment as the platform's field has it; empty if it is none. */
function toLocalField(moment: string): string {
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) return '';
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 19);
}

/** Returns the moment of a local date and time with its offset from UTC, as RFC 3339 has it; empty for none. */
function fromLocalField(local: string): string {
  const date = new Date(local);
  if (local === '' || Number.isNaN(date.getTime())) return '';
  const east = -date.getTimezoneOffset();
  const [hours, minutes] = [Math.trunc(Math.abs(east) / 60), Math.abs(east) % 60].map((part) =>
    String(part).padStart(2, '0'),
  );
  const seconds = local.length === 16 ? ':00' : '';
  return `${local}${seconds}${east < 0 ? '-' : '+'}${hours}:${minutes}`;
}
