import type { KeyboardEvent } from 'react';
import type { FieldOf } from '../../../shared/forms/form-field.ts';
import { GrowingTextField, TextInput } from '../../ui/text-input.tsx';
import type { ControlProps } from './form-choices.tsx';
import { fromLocalField, toLocalField } from './local-time.ts';

type InputProps<Type extends 'text' | 'number'> = ControlProps & {
  field: FieldOf<Type>;
  value: string;
  onType(value: string): void;
};

/** A text of at most so many characters fits into one line. */
const oneLine = 80;

const modes = { email: 'email', uri: 'url' } as const;

/** A field for text: masked for a secret, of the platform for a date, growing for a long text. */
export function TextField({ field, value, onType, id, busy, ...about }: InputProps<'text'>) {
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
export function NumberField({ field, value, onType, id, busy, ...about }: InputProps<'number'>) {
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
